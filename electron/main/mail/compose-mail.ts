// A mail as bytes. Loaded only when mails are made.

import MailComposer from 'nodemailer/lib/mail-composer';

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly attachment: { readonly name: string; readonly content: Buffer } | null;
}

export interface MailAddresses {
  readonly from: string;
  readonly to: string;
  /** Empty for none. */
  readonly replyTo: string;
}

/** `messageId` is with its angle brackets. */
export async function composeMail(
  { subject, text, attachment }: MailContent,
  { from, to, replyTo, messageId, atMs }: MailAddresses & { readonly messageId: string; readonly atMs: number },
): Promise<Buffer> {
  const mail = new MailComposer({
    from,
    to,
    ...(replyTo === '' ? {} : { replyTo }),
    subject,
    text,
    date: new Date(atMs),
    messageId,
    // So that no holiday notice answers it: RFC 3834.
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments:
      attachment === null
        ? []
        : [{ filename: attachment.name, content: attachment.content, contentType: 'application/pdf' }],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await mail.compile().build();
}
