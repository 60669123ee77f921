package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;

/** What is read out of a peer's explanation. */
class ExplainJsonTest {
  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @Test
  void votesAreCountedByDay() throws Exception {
    JsonNode votes =
        json(
            "[{'verdict':'spam','time':86399999},{'verdict':'spam','time':0},"
                + "{'verdict':'ham','time':86400000},{'verdict':'withdraw','time':86400000}]");
    assertThat(ExplainJson.byDay(votes))
        .hasToString("{1970-01-01=2 spam, 0 ham, 1970-01-02=0 spam, 1 ham}");
    assertThat(ExplainJson.byDay(json("{}"))).isEmpty();
  }

  @Test
  void whoStandsBehindAVoteIsSaidIfThePeerKnows() throws Exception {
    assertThat(ExplainJson.standing(json("{}"))).isEmpty();
    assertThat(ExplainJson.standing(json("{'site':'ab','own':true,'weight':1}")))
        .isEqualTo(" of site ab, one's own people (trust.sites)");
    assertThat(ExplainJson.standing(json("{'site':'ab','own':false,'weight':0.25}")))
        .isEqualTo(" of site ab, weight 0.25");
  }

  @Test
  void onlyKeysAreKeys() throws Exception {
    assertThat(ExplainJson.keys(json("['" + "ab".repeat(20) + "','ab',7,null]")))
        .containsExactly(Id.ofHex("ab".repeat(20)));
    assertThat(ExplainJson.keys(json("7"))).isEmpty();
  }
}
