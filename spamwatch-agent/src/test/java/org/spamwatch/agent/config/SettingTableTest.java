package org.spamwatch.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No setting is left out of the table by which files and {@code --set} are read. */
final class SettingTableTest {
  @Test
  void everySettingIsInTheTable() {
    List<Object> all =
        Stream.of(
                Setting.class,
                PortSetting.class,
                EvidenceSetting.class,
                ProofSetting.class,
                RateLimitSetting.class,
                BulkSetting.class,
                StatisticsSetting.class)
            .flatMap(holder -> Arrays.stream(holder.getDeclaredFields()))
            .filter(field -> field.getType() == Setting.class)
            .map(SettingTableTest::value)
            .toList();
    assertThat(all).hasSizeGreaterThan(30);
    assertThat(SettingTable.BY_KEY.values()).containsExactlyInAnyOrderElementsOf(all(all));
  }

  private static List<Setting<?>> all(List<Object> values) {
    return values.stream().<Setting<?>>map(value -> (Setting<?>) value).toList();
  }

  private static Object value(Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
