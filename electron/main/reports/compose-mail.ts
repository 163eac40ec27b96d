// A mail as bytes, to be sent or to be opened as a draft. Loaded only when mails are made.

import MailComposer from 'nodemailer/lib/mail-composer';

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly attachment: { readonly name: string; readonly content: Buffer } | null;
}

/** `messageId` is with its angle brackets, and `replyTo` empty for none. A draft has no sender yet. */
export interface MailAbout {
  readonly from: string | null;
  readonly to: string;
  readonly replyTo: string;
  readonly messageId: string;
  readonly atMs: number;
}

export async function composeMail(
  { subject, text, attachment }: MailContent,
  { from, to, replyTo, messageId, atMs }: MailAbout,
): Promise<Buffer> {
  const mail = new MailComposer({
    ...(from === null ? {} : { from }),
    to,
    ...(replyTo === '' ? {} : { replyTo }),
    subject,
    text,
    date: new Date(atMs),
    messageId,
    // So that no holiday notice answers a sent one: RFC 3834. Mail programs that know the other header open the file as an unsent
    // draft instead of a received mail.
    headers: from === null ? { 'X-Unsent': '1' } : { 'Auto-Submitted': 'auto-generated' },
    attachments:
      attachment === null
        ? []
        : [{ filename: attachment.name, content: attachment.content, contentType: 'application/pdf' }],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await mail.compile().build();
}
