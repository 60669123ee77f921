package org.spamwatch.agent.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All settings, in the order in which they are shown. */
final class SettingTable {
  /** By their keys. */
  static final Map<String, Setting<?>> BY_KEY =
      byKey(
          List.of(
              Setting.DATA_DIRECTORY,
              Setting.OVERLAY_LISTEN,
              Setting.OVERLAY_ADVERTISE,
              Setting.OVERLAY_BOOTSTRAP,
              Setting.OVERLAY_ROLE,
              Setting.OVERLAY_MAX_CLIENTS,
              Setting.OVERLAY_JOIN_WAIT,
              Setting.REALM_ID,
              Setting.REALM_AUTHORITY,
              Setting.REALM_MEMBERSHIP,
              Setting.REALM_REVOCATIONS,
              PortSetting.HTTP_LISTEN,
              PortSetting.HTTP_SOCKET,
              PortSetting.HTTP_TOKEN,
              PortSetting.HTTP_THREADS,
              PortSetting.HTTP_QUEUE,
              PortSetting.HTTP_READ_TIMEOUT,
              PortSetting.USERS_VOUCH,
              PortSetting.USERS_ACCOUNTS,
              PortSetting.SPAMD_LISTEN,
              PortSetting.SPAMD_SOCKET,
              PortSetting.SPAMD_TELL,
              PortSetting.MILTER_LISTEN,
              PortSetting.MILTER_SOCKET,
              PortSetting.MILTER_SPAM,
              RateLimitSetting.POLICY_LISTEN,
              RateLimitSetting.POLICY_SOCKET,
              RateLimitSetting.LIMITS,
              RateLimitSetting.MAX_MEGABYTES,
              Setting.MAIL_MAX_BYTES,
              Setting.CHECK_TTL,
              Setting.CHECK_THRESHOLD,
              Setting.CHECK_VOTES,
              Setting.CHECK_SCHEMES,
              Setting.CHECK_LOOK_ALIKES,
              Setting.CHECK_TIMEOUT,
              Setting.CHECK_RULE,
              Setting.CHECK_PRIVACY,
              Setting.CHECK_ANNOUNCE,
              Setting.CHECK_USERS,
              EvidenceSetting.CHECK,
              EvidenceSetting.MARK,
              BulkSetting.COUNT,
              BulkSetting.VERDICT,
              BulkSetting.ALLOW,
              BulkSetting.THRESHOLD,
              BulkSetting.CELLS,
              BulkSetting.CELL_BITS,
              BulkSetting.PERIOD,
              ProofSetting.AUTHSERV_IDS,
              ProofSetting.HOPS,
              ProofSetting.FORWARDERS,
              Setting.TRUST_SITES,
              Setting.TRUST_SHARE,
              Setting.VOTES_DAILY_QUOTA,
              Setting.VOTES_IMPORT_QUOTA,
              Setting.HAM_SOURCES,
              Setting.HAM_DAILY_LIMIT,
              Setting.HAM_GENERATION,
              Setting.HAM_KEEP,
              Setting.HAM_MAX_MEGABYTES,
              StatisticsSetting.MODE,
              StatisticsSetting.DAILY_LIMIT,
              StatisticsSetting.MAX_MEGABYTES,
              Setting.LOG_LEVEL));

  private SettingTable() {}

  private static Map<String, Setting<?>> byKey(List<Setting<?>> settings) {
    Map<String, Setting<?>> table = new LinkedHashMap<>();
    settings.forEach(setting -> table.put(setting.key(), setting));
    return table;
  }
}
