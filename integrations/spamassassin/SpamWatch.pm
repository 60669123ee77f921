=head1 NAME

Mail::SpamAssassin::Plugin::SpamWatch - asks a SpamWatch peer, and votes

=head1 SYNOPSIS

  loadplugin Mail::SpamAssassin::Plugin::SpamWatch SpamWatch.pm

  full     SPAMWATCH  eval:check_spamwatch()
  describe SPAMWATCH  Marked as spam by SpamWatch users
  score    SPAMWATCH  6.0

=head1 DESCRIPTION

C<check_spamwatch()> hits if the peer calls the mail spam, and C<check_spamwatch('5')> if in
addition at least five voters do. The peer is asked once a mail, while the other rules run. A peer
that does not answer in time, or not at all, is no hit: mail flows.

C<spamassassin -r> (and C<spamc -C report>) votes spam, C<spamassassin -k> (C<spamc -C revoke>)
votes ham. Nothing else votes.

The tag C<_SPAMWATCH_> holds the votes, such as C<votes=3/0>.

=head1 SETTINGS

=over 4

=item spamwatch_peer URL  (default: http://127.0.0.1:11780)

The peer: C<http://HOST:PORT>, or C<unix:/FILE> for its socket.

=item spamwatch_timeout SECONDS  (default: 5)

=item spamwatch_token_file FILE  (default: ~/.config/spamwatch/token)

Holds the token that the peer is shown, in one line; without the file, none is.

=item spamwatch_name_user 0|1  (default: 0)

Whether the peer is told the name of SpamAssassin's user, as spamd has it from spamc: the user's
preferences hold then, and votes are that user's. The peer believes it only of an account in its
C<users.vouch>, or with C<http.token>. Else votes are those of the account that spamassassin or
spamd runs as.

=back

=cut

package Mail::SpamAssassin::Plugin::SpamWatch;

use strict;
use warnings;

use Errno qw(EAGAIN EINPROGRESS EINTR);
use Fcntl qw(F_GETFL F_SETFL O_NONBLOCK);
use Socket qw(:DEFAULT getaddrinfo pack_sockaddr_un);
use Time::HiRes qw(time);

use Mail::SpamAssassin::Logger;
use Mail::SpamAssassin::Plugin;
use Mail::SpamAssassin::Util qw(untaint_var);

our @ISA = qw(Mail::SpamAssassin::Plugin);

use constant LONGEST_ANSWER => 1_048_576;    # bytes

sub new {
  my ($class, $main) = @_;
  $class = ref($class) || $class;
  my $self = $class->SUPER::new($main);
  bless($self, $class);
  $self->set_config($main->{conf});
  $self->register_eval_rule('check_spamwatch', $Mail::SpamAssassin::Conf::TYPE_FULL_EVALS);
  return $self;
}

sub set_config {
  my ($self, $conf) = @_;
  my @settings = (
    [ 'spamwatch_peer',       'http://127.0.0.1:11780',    'CONF_TYPE_STRING' ],
    [ 'spamwatch_timeout',    5,                           'CONF_TYPE_DURATION' ],
    [ 'spamwatch_token_file', '~/.config/spamwatch/token', 'CONF_TYPE_STRING' ],
    [ 'spamwatch_name_user',  0,                           'CONF_TYPE_BOOL' ],
  );
  no strict 'refs';
  $conf->{parser}->register_commands([
    map {
      {
        setting  => $_->[0],
        default  => $_->[1],
        type     => ${"Mail::SpamAssassin::Conf::$_->[2]"},
        is_admin => 1,
      }
    } @settings
  ]);
}

# Rules that ask are begun before others, so that the peer answers while those run.
sub finish_parsing_start {
  my ($self, $opts) = @_;
  foreach my $rule (@{ $opts->{conf}->{eval_to_rule}->{check_spamwatch} || [] }) {
    $opts->{conf}->{priority}->{$rule} = -100;
  }
}

sub check_spamwatch {
  my ($self, $pms, $full, $least) = @_;
  return 0 if $self->{main}->{local_tests_only};
  push @{ $pms->{spamwatch_rules} },
    [ $pms->get_current_eval_rule_name(), $least && $least =~ /^(\d+)$/ ? $1 : 0 ];
  $pms->{spamwatch_asked} ||= $self->_ask('/v1/check', $full, {});
  return;    # undefined: the answer comes later
}

sub check_tick {
  my ($self, $opts) = @_;
  $self->_judge($opts->{permsgstatus}, 0);
}

sub check_cleanup {
  my ($self, $opts) = @_;
  $self->_judge($opts->{permsgstatus}, 1);
}

# Hits the rules once the answer is there; waits for it if nothing else is left to be done.
sub _judge {
  my ($self, $pms, $wait) = @_;
  my $asked = $pms->{spamwatch_asked} or return;
  my $abort = $pms->{deadline_exceeded} || $pms->{shortcircuited};
  return unless _go_on($asked, $wait && !$abort) || $wait;

  delete $pms->{spamwatch_asked};
  my $rules = delete $pms->{spamwatch_rules};
  my ($json, $problem) = _answer($asked);
  if (defined $problem) {
    info("spamwatch: not checked: $problem") unless $abort;
    $json = '';
  }
  my ($spam, $ham) = $json =~ /"votes":\{"spam":(\d{1,9}),"ham":(\d{1,9})\}/;
  my $is_spam = $json =~ /^\{"verdict":"spam"/;
  $pms->set_tag('SPAMWATCH', defined $spam ? "votes=$spam/$ham" : 'not checked');
  foreach my $each (@$rules) {
    my ($rule, $least) = @$each;
    $pms->rule_ready($rule) if $pms->can('rule_ready');
    next unless $is_spam && defined $spam && $spam >= $least;
    $pms->test_log("votes=$spam/$ham", $rule);
    $pms->got_hit($rule, '', ruletype => 'eval');
  }
}

sub plugin_report {
  my ($self, $opts) = @_;
  $self->_vote('spam', $opts->{text}, $opts->{report}, 'report');
}

sub plugin_revoke {
  my ($self, $opts) = @_;
  $self->_vote('ham', $opts->{text}, $opts->{revoke}, 'revoke');
}

sub _vote {
  my ($self, $verdict, $text, $told, $act) = @_;
  return if $self->{main}->{local_tests_only};
  $told->{"${act}_available"} = 1;
  my $asked = $self->_ask('/v1/votes', $text, { verdict => $verdict, origin => 'button' });
  _go_on($asked, 1);
  my ($json, $problem) = _answer($asked);
  if (!defined $problem && $json !~ /"accepted":true/) {
    $problem = _text($json, 'reason') || 'the vote is not accepted';
  }
  if (defined $problem) {
    warn("spamwatch: no vote for $verdict: $problem\n");
    return;
  }
  info("reporter: voted $verdict at SpamWatch");
  $told->{"${act}_return"} = 1;
}

# Begins a request about a mail; what fails is told by _answer.
sub _ask {
  my ($self, $path, $mail, $query) = @_;
  my $conf = $self->{main}->{conf};
  my $asked = {
    in       => '',
    deadline => time() + $conf->{spamwatch_timeout},
    patience => $conf->{spamwatch_timeout},
    peer     => $conf->{spamwatch_peer},
  };
  if ($conf->{spamwatch_name_user} && defined $self->{main}->{username}) {
    $query->{user} = $self->{main}->{username};
  }
  my $parameters = join '&', map { "$_=" . _encoded($query->{$_}) } sort keys %$query;
  my $token = $self->_token();
  my $host  = _connect($asked) or return $asked;
  $asked->{out} =
      "POST $path" . ($parameters eq '' ? '' : "?$parameters") . " HTTP/1.0\r\n"
    . "Host: $host\r\nContent-Type: message/rfc822\r\nContent-Length: " . length($$mail) . "\r\n"
    . ($token eq '' ? '' : "Authorization: Bearer $token\r\n")
    . "\r\n"
    . $$mail;
  _go_on($asked, 0);
  return $asked;
}

sub _encoded {
  my ($text) = @_;
  utf8::encode($text) if utf8::is_utf8($text);
  $text =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ge;
  return $text;
}

sub _token {
  my ($self) = @_;
  my $file = $self->{main}->sed_path($self->{main}->{conf}->{spamwatch_token_file});
  open(my $in, '<', $file) or return '';
  my $line = <$in>;
  close $in;
  return defined $line && $line =~ /^\s*([!-~]{1,256})\s*$/ ? $1 : '';
}

# Connects without waiting; returns what the Host header is to say.
sub _connect {
  my ($asked) = @_;
  my ($host, $family, $address);

  if ($asked->{peer} =~ m{^unix:(/[^\0]{1,100})$}) {
    ($host, $family, $address) = ('localhost', AF_UNIX, pack_sockaddr_un("$1"));
  }
  elsif ($asked->{peer} =~ m{^http://(\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})/?$}) {
    $host = "$1:$4";
    my ($error, $first) = getaddrinfo(defined $2 ? $2 : $3, $4, { socktype => SOCK_STREAM });
    return _fails($asked, "spamwatch_peer $asked->{peer}: $error") if $error || !$first;
    ($family, $address) = ($first->{family}, $first->{addr});
  }
  else {
    return _fails($asked, "spamwatch_peer $asked->{peer}: allowed is http://HOST:PORT or unix:/FILE");
  }
  ($family, $address) = (untaint_var($family), untaint_var($address));
  socket(my $socket, $family, SOCK_STREAM, 0) or return _fails($asked, "no socket: $!");
  my $flags = fcntl($socket, F_GETFL, 0) or return _fails($asked, "no socket: $!");
  fcntl($socket, F_SETFL, $flags | O_NONBLOCK) or return _fails($asked, "no socket: $!");
  unless (connect($socket, $address) || $! == EINPROGRESS) {
    return _fails($asked, "no peer at $asked->{peer}: $!");
  }
  $asked->{socket} = $socket;
  return $host;
}

sub _fails {
  my ($asked, $problem) = @_;
  $asked->{problem} = $problem;
  return;
}

# Sends and reads what can be without waiting, or waits for the end of the answer; returns whether
# that is there, or can no more be.
sub _go_on {
  my ($asked, $wait) = @_;
  local $SIG{PIPE} = 'IGNORE';
  while (!$asked->{done} && !defined $asked->{problem}) {
    my $left = $asked->{deadline} - time();
    if ($left <= 0) {
      _fails($asked, "no answer within $asked->{patience} s");
      last;
    }
    my ($reading, $writing) = ('', '');
    vec($reading, fileno($asked->{socket}), 1) = 1;
    $writing = $reading if length $asked->{out};
    my $ready = select($reading, $writing, undef, $wait ? $left : 0);
    next if $ready < 0 && $! == EINTR;
    last if $ready <= 0 && !$wait;
    next if $ready <= 0;
    _send($asked) if $writing =~ /[^\0]/;
    _receive($asked) if $reading =~ /[^\0]/;
  }
  return $asked->{done} || defined $asked->{problem};
}

sub _send {
  my ($asked) = @_;
  my $sent = syswrite($asked->{socket}, $asked->{out}, 65_536);
  if (defined $sent) {
    substr($asked->{out}, 0, $sent, '');
  }
  elsif ($! != EAGAIN && $! != EINTR) {
    # A peer that takes no more may have said why.
    $asked->{broken} = "$!";
    $asked->{out} = '';
  }
}

sub _receive {
  my ($asked) = @_;
  my $got = sysread($asked->{socket}, $asked->{in}, 65_536, length $asked->{in});
  if (!defined $got) {
    return if $! == EAGAIN || $! == EINTR;
    $asked->{broken} ||= "$!";
    $got = 0;
  }
  $asked->{done} = 1 if $got == 0 || length $asked->{in} > LONGEST_ANSWER;
}

# The JSON of a good answer, or what is wrong, in one line.
sub _answer {
  my ($asked) = @_;
  my $socket = delete $asked->{socket};
  close $socket if $socket;
  return (undef, $asked->{problem}) if defined $asked->{problem};
  my ($status) = $asked->{in} =~ m{^HTTP/1\.[01] (\d{3}) };
  if (!defined $status) {
    return (undef, "no peer at $asked->{peer}: " . ($asked->{broken} || 'no answer of one'));
  }
  my (undef, $json) = split /\r\n\r\n/, $asked->{in}, 2;
  $json = '' unless defined $json;
  return ($json, undef) if $status == 200;
  return (undef, "$status " . _text($json, 'error') . ' (' . _text($json, 'hint') . ')');
}

# A text in an answer, fit for a log.
sub _text {
  my ($json, $name) = @_;
  my ($text) = $json =~ /"\Q$name\E":"((?:[^"\\]|\\.){0,500})/;
  $text = '' unless defined $text;
  $text =~ s/[^ -~]/?/g;
  return $text;
}

1;
