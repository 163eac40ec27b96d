// Signs a finished PDF with a person's own certificate, so that any reader tells who signed it and that no byte was changed
// since. The certificate's file and its passphrase are used once and kept nowhere.

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { refusedAs } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Certificate } from '../domain/report.ts';
import type { FillFile } from './atomic-file.ts';

/** What a signature takes with a chain of some certificates. Units: bytes. */
const SIGNATURE_LENGTH = 16_384;

/** Fills in what `fill` makes, signed. Errors: as `fill`; refused for a certificate that does not open. */
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
      pdf = await new SignPdf().sign(await withPlaceForSignature(pdfBuffer, signedAtMs), signer, new Date(signedAtMs));
    } catch {
      return CANNOT_SIGN;
    }
    await pipeline([pdf], sink, { signal });
    return null;
  };
}

/** The same PDF with room for a signature made at that moment, and nothing in it yet. */
export async function withPlaceForSignature(pdfBuffer: Buffer, signedAtMs: number): Promise<Buffer> {
  const { plainAddPlaceholder } = await import('@signpdf/placeholder-plain');
  // The program's name becomes a name of the PDF, which has no space.
  const about = { reason: 'Report of Payout Desk', contactInfo: '', name: '', location: '', appName: 'PayoutDesk' };
  const [signingTime, signatureLength] = [new Date(signedAtMs), SIGNATURE_LENGTH];
  return plainAddPlaceholder({ pdfBuffer, ...about, signingTime, signatureLength });
}

/** A PDF without what the last signature says, whosever it is: two are the same beside their signatures when these are. */
export function besideSignature(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const from = text.lastIndexOf('/ByteRange [');
  if (from === -1) return text;
  const signature = /\/ByteRange \[[^\]]*\]\s*\/Contents <[0-9A-Fa-f]*>/g;
  signature.lastIndex = from;
  return text.slice(0, from) + text.slice(from).replace(signature, '');
}

const CANNOT_SIGN = refusedAs('cannotSign', msg('report.cannotSign'), msg('cure.certificate')).refusal;
