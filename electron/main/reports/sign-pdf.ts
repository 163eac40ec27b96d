// Signs a finished PDF with a person's own certificate, so that any reader can tell who signed it and that no byte has changed
// since. The certificate's file and passphrase are used once and stored nowhere.

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { refusedAs } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Certificate } from '../domain/report.ts';
import type { FillFile } from './atomic-file.ts';

/** Signs what `fill` makes with room for it. Refuses what `fill` refuses, and a certificate that cannot be opened. */
export function signed(fill: FillFile, { p12, passphrase }: Certificate, signedAtMs: number): FillFile {
  return async (sink, signal) => {
    const [{ SignPdf }, { P12Signer }] = await Promise.all([import('@signpdf/signpdf'), import('@signpdf/signer-p12')]);
    let signer: InstanceType<typeof P12Signer>;
    try {
      signer = new P12Signer(Buffer.from(p12), { passphrase });
    } catch {
      return CANNOT_SIGN;
    }
    const whole = new PassThrough();
    const [refusal, pdfBuffer] = await Promise.all([fill(whole, signal), buffer(whole)]);
    if (refusal !== null) return refusal;
    let pdf: Buffer;
    try {
      pdf = await new SignPdf().sign(pdfBuffer, signer, new Date(signedAtMs));
    } catch {
      return CANNOT_SIGN;
    }
    await pipeline([pdf], sink, { signal });
    return null;
  };
}

const CANNOT_SIGN = refusedAs('cannotSign', msg('report.cannotSign'), msg('cure.certificate')).refusal;
