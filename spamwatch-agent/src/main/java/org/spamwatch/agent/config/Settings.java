package org.spamwatch.agent.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of all settings: what was set, and the default of everything else. Immutable; safe for
 * any thread.
 */
public final class Settings {
  /** Nothing set: every setting has its default. */
  public static final Settings DEFAULTS = new Settings(Map.of());

  private final Map<Setting<?>, Object> values;

  private Settings(Map<Setting<?>, Object> values) {
    this.values = values;
  }

  /** The value of a setting. */
  @SuppressWarnings("unchecked") // with() stores a value only under the setting of its type
  public <T> T value(Setting<T> setting) {
    Object value = values.get(setting);
    return value == null ? setting.defaultValue : (T) value;
  }

  /** Whether the setting was set, be it to its default. */
  public boolean isSet(Setting<?> setting) {
    return values.containsKey(setting);
  }

  /** These settings with one of them set. */
  public <T> Settings with(Setting<T> setting, T value) {
    Map<Setting<?>, Object> copy = new LinkedHashMap<>(values);
    copy.put(setting, value);
    return new Settings(copy);
  }

  /**
   * These settings with one of them set from its written form.
   *
   * @throws IllegalArgumentException if the setting does not allow it; the message says what is
   *     allowed
   */
  <T> Settings withText(Setting<T> setting, List<String> written) {
    return with(setting, setting.read(written));
  }

  /** The settings whose values differ between these and others, in the order of the table. */
  public List<Setting<?>> differences(Settings others) {
    List<Setting<?>> different = new ArrayList<>();
    for (Setting<?> setting : SettingTable.BY_KEY.values()) {
      if (!value(setting).equals(others.value(setting))) {
        different.add(setting);
      }
    }
    return different;
  }
}
