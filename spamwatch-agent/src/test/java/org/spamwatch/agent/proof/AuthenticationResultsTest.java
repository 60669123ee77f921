package org.spamwatch.agent.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.agent.proof.AuthenticationResults.Result;

class AuthenticationResultsTest {
  private static AuthenticationResults read(String value) {
    return AuthenticationResults.parse(value).orElseThrow();
  }

  @Test
  void aServerThatHasFoundNothing() {
    assertThat(read("example.org 1; none").results()).isEmpty();
    assertThat(read("example.org; none").authservId()).isEqualTo("example.org");
    assertThat(read(" \"Mail.Example.ORG\" ").authservId()).isEqualTo("mail.example.org");
  }

  @Test
  void severalMethodsWithCommentsReasonsAndFolds() {
    AuthenticationResults results =
        read(
            "foo.example.net (foobar) 1 (baz);\r\n"
                + "\tdkim (Because I like it) / 1 (One yay) = (wait for it) fail\r\n"
                + "\t  policy (A dot can go here) . (like that) expired\r\n"
                + "\t  (this surprised me) = (as I wasn't expecting it) 1362471462;\r\n"
                + " DMARC=Pass (p=reject (nested; dkim=pass)) reason=\"a \\\"good\\\"; reason\""
                + " Header.From=example.net");

    assertThat(results.results())
        .containsExactly(
            new Result("dkim", "fail", Map.of("policy.expired", "1362471462")),
            new Result(
                "dmarc",
                "pass",
                Map.of("reason", "a \"good\"; reason", "header.from", "example.net")));
  }

  /** As OpenDKIM, rspamd, Exim and a large provider write it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mx.example; dkim=pass (2048-bit key; unprotected) header.d=brand.example"
            + " header.i=@brand.example header.a=rsa-sha256 header.s=s1 header.b=\"aB/c+1=\"",
        "mx.example;\tdkim=pass header.d=brand.example header.s=s1 header.b=aB/c+1;"
            + "\tspf=pass (mx.example: domain of \"a b\"@brand.example designates 192.0.2.1 as"
            + " permitted sender) smtp.mailfrom=\"a b\"@brand.example; arc=none;",
        "mx.example; iprev=pass (out.brand.example) smtp.remote-ip=2001:db8::1;"
            + " spf=pass smtp.mailfrom=brand.example; dkim=pass header.d=brand.example header.s=s1"
            + " header.a=rsa-sha256; dmarc=pass header.from=brand.example; arc=none",
        "mx.example; dkim=pass header.d=brand.example; dmarc=pass action=none"
            + " header.from=brand.example;compauth=pass reason=100",
      })
  void whatServersInUseWrite(String value) {
    assertThat(read(value).of("dkim"))
        .singleElement()
        .satisfies(result -> assertThat(result.isPass()).isTrue())
        .satisfies(result -> assertThat(result.domain("header.d")).hasValue("brand.example"));
  }

  @Test
  void whatASenderWroteIntoItAndTheServerQuotedStaysHis() {
    AuthenticationResults results =
        read(
            "mx.example; spf=fail (domain of x;dkim=pass does not)"
                + " smtp.mailfrom=\"a; dmarc=pass header.from=brand.example; b\"@evil.example");

    assertThat(results.results()).hasSize(1);
    assertThat(results.results().get(0).domain("smtp.mailfrom")).hasValue("evil.example");
  }

  @Test
  void aMethodOfAnotherVersionSaysNothing() {
    assertThat(read("mx.example 1; dkim/2=pass header.d=a.example; spf/1=pass").results())
        .extracting(Result::method)
        .containsExactly("spf");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ";",
        "mx.example 2; dkim=pass",
        "mx.example; dkim",
        "mx.example; dkim=",
        "mx.example; dkim=pass header.d",
        "mx.example; dkim=pass (never ends",
        "mx.example; dkim=pass header.b=\"never ends",
        "mx.example; dkim=pass header.b=\"never ends\\",
        "mx.example; dkim=pass) header.d=a.example",
        "mx.example dkim=pass",
        "spf=pass (no name of a server) smtp.mailfrom=a.example; dkim=pass",
      })
  void malformedOnesAreNotReadAtAll(String value) {
    assertThat(AuthenticationResults.parse(value)).isEmpty();
  }

  @Test
  void aLongOneIsNotRead() {
    String value = "mx.example; dkim=pass (" + "x".repeat(AuthenticationResults.MOST_CHARS) + ")";

    assertThat(AuthenticationResults.parse(value)).isEmpty();
  }

  @Property(tries = 300)
  void anythingIsReadOrNot(
      @ForAll
          @StringLength(max = 60)
          @CharRange(from = ' ', to = '@')
          @CharRange(from = 'a', to = 'c')
          @CharRange(from = '[', to = '_')
          String value) {
    Optional<AuthenticationResults> read = AuthenticationResults.parse("mx.example;" + value);

    read.ifPresent(results -> assertThat(results.authservId()).isEqualTo("mx.example"));
  }

  @Property(tries = 200)
  void whatIsInACommentOrAQuoteNeverBecomesAResult(
      @ForAll @StringLength(max = 40) @CharRange(from = ' ', to = '~') String text) {
    String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
    String comment = text.replaceAll("[()\\\\]", "\\\\$0");

    AuthenticationResults results =
        read(
            "mx.example; spf=fail (" + comment + ") smtp.mailfrom=\"" + quoted + "\"@evil.example");

    assertThat(results.results())
        .containsExactly(
            new Result("spf", "fail", Map.of("smtp.mailfrom", text + "@evil.example")));
  }
}
