import type { AdviceStop, MailServer } from '../../../../shared/mail.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';

/** Why no more advice is sent now, and what helps. `answer`: the mail server's own words. */
export function stopWords(
  code: AdviceStop,
  answer: string | null,
  { host, port }: Pick<MailServer, 'host' | 'port'>,
): Refusal & { readonly code: AdviceStop } {
  const said = answer === null || answer === '' ? [] : [msg('mail.serverSays', { answer })];
  return {
    code,
    message: msg(`adviceStop.${code}`, { server: `${host}:${port}`, said }),
    cure: msg(`adviceStop.${code}.cure`),
  };
}

export const PLAN_CHANGED: Refusal = {
  code: 'adviceChanged',
  message: msg('advice.changed'),
  cure: msg('cure.adviceChanged'),
};

export const NOBODY_LEFT: Refusal = {
  code: 'nobodyLeft',
  message: msg('advice.nobodyLeft'),
  cure: msg('cure.adviceNobody'),
};

export const ADVICE_UNDER_WAY: Refusal = {
  code: 'adviceUnderWay',
  message: msg('advice.underWay'),
  cure: msg('cure.adviceUnderWay'),
};
