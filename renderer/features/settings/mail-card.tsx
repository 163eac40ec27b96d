// The person's own mail server, for payment advice. Its password goes in and is never shown again.

import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { PORT_MAX, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import {
  MAIL_PORTS,
  MAIL_SECURITY,
  MAILS_PER_MINUTE,
  type MailSecurity,
  type MailServer,
} from '../../../shared/mail.ts';
import { MAIL } from '../../../shared/text/settings.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { Button, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Row, SideBySide, Stack } from '../../ui/page.tsx';

type Known = AnswerOf<'readMailServer'>;

export function MailCard() {
  const known = useAsk('readMailServer', {});
  return (
    <Card title={MAIL.title}>
      <Loaded of={known}>{(value) => <MailForm key={JSON.stringify(value.server)} known={value} />}</Loaded>
    </Card>
  );
}

const NO_SERVER: MailServer = {
  host: '',
  port: MAIL_PORTS.tls,
  security: 'tls',
  user: '',
  from: '',
  replyTo: '',
  perMinute: MAILS_PER_MINUTE.usual,
};

function MailForm({ known: { server, kept } }: { readonly known: Known }) {
  const { host, port, user, from, replyTo, perMinute, ...saved } = server ?? NO_SERVER;
  const save = useChange('saveMailServer');
  const keep = useChange('setMailPassword');
  const test = useChange('testMail');
  const [security, setSecurity] = useState<MailSecurity>(saved.security);
  const shown = { host, port: String(port), user, from, replyTo, perMinute: String(perMinute), password: '' };
  const { typed, setTyped, field } = useTyped(shown, () => {
    save.reset();
    keep.reset();
    test.reset();
  });
  const choose = (next: MailSecurity): void => {
    // Another encryption usually has another port.
    if (typed.port === String(MAIL_PORTS[security])) setTyped({ ...typed, port: String(MAIL_PORTS[next]) });
    setSecurity(next);
  };
  const [portNumber, rate] = [wholeNumber(typed.port, PORT_MAX), wholeNumber(typed.perMinute, MAILS_PER_MINUTE.max)];
  const isChanged =
    security !== saved.security ||
    (['host', 'port', 'user', 'from', 'replyTo', 'perMinute', 'password'] as const).some(
      (name) => typed[name].trim() !== shown[name],
    );
  const isWhole = typed.host.trim() !== '' && typed.from.trim() !== '' && portNumber !== null && rate !== null;
  const saveAll = async (): Promise<void> => {
    if (portNumber === null || rate === null) return;
    const texts = { host: typed.host.trim(), user: typed.user.trim(), from: typed.from.trim() };
    const next = { ...texts, replyTo: typed.replyTo.trim(), port: portNumber, security, perMinute: rate };
    const done = await save.run({ server: next });
    if (done.kind === 'done' && typed.password !== '') await keep.run({ password: typed.password });
    if (done.kind === 'done') setTyped({ ...typed, password: '' });
  };
  const text = (name: Exclude<keyof typeof shown, 'password'>) => field(name, TYPED_TEXT_MAX_CHARACTERS);
  return (
    <Stack>
      <p>{MAIL.about}</p>
      <SideBySide>
        <TextField label={MAIL.host} hint={MAIL.hostHint} {...text('host')} />
        <SelectField
          label={MAIL.security}
          options={MAIL_SECURITY.map((key) => [key, MAIL.securities[key]] as const)}
          value={security}
          onChange={({ target }) => choose(MAIL_SECURITY.find((key) => key === target.value) ?? security)}
        />
        <TextField
          label={MAIL.port}
          inputMode="numeric"
          {...text('port')}
          error={portNumber === null ? MAIL.portWrong : null}
        />
        <TextField
          label={MAIL.perMinute}
          inputMode="numeric"
          {...text('perMinute')}
          error={rate === null ? MAIL.perMinuteWrong(MAILS_PER_MINUTE.max) : null}
        />
        <TextField label={MAIL.user} hint={MAIL.userHint} {...text('user')} />
        <TextField
          label={MAIL.password}
          type="password"
          autoComplete="new-password"
          hint={MAIL.passwordHints[kept.kind]}
          disabled={typed.user.trim() === ''}
          {...field('password')}
        />
        <TextField label={MAIL.from} hint={MAIL.fromHint} {...text('from')} />
        <TextField label={MAIL.replyTo} hint={MAIL.replyToHint} {...text('replyTo')} />
      </SideBySide>
      {[save, keep, test].map((change, at) => (
        <NotDoneNotice key={String(at)} result={change.result} />
      ))}
      {test.result?.kind === 'done' ? <Notice tone="good" title={MAIL.tested(test.result.value.to)} /> : null}
      <Row>
        <Button
          isPending={save.isPending || keep.isPending}
          disabled={!isChanged || !isWhole}
          onClick={() => void saveAll()}
        >
          {MAIL.save}
        </Button>
        {server === null ? null : (
          <>
            <Button isPending={test.isPending} disabled={isChanged} onClick={() => void test.run({})}>
              {MAIL.test}
            </Button>
            <Button onClick={() => void save.run({ server: null })}>{MAIL.forget}</Button>
          </>
        )}
      </Row>
    </Stack>
  );
}

function wholeNumber(text: string, most: number): number | null {
  const value = /^[1-9]\d{0,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value <= most ? value : null;
}
