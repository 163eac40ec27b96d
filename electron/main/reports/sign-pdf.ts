// Signs a finished PDF with a person's own certificate, so that any reader tells who signed it and that no byte was changed
// since. The certificate's file and its passphrase are used once and kept nowhere.

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { refusedAs } from '../../../shared/failures.ts';
import type { Certificate } from '../domain/report.ts';
import type { FillFile } from './atomic-file.ts';

/** What a signature takes with a chain of some certificates. Units: bytes. */
const SIGNATURE_LENGTH = 16_384;

/** Fills in what `fill` makes, signed. Errors: as `fill`; refused for a certificate that does not open. */
export function signed(fill: FillFile, { p12, passphrase }: Certificate, signedAtMs: number): FillFile {
  return async (sink, signal) => {
    const [{ SignPdf }, { P12Signer }, { plainAddPlaceholder }] = await Promise.all([
      import('@signpdf/signpdf'),
      import('@signpdf/signer-p12'),
      import('@signpdf/placeholder-plain'),
    ]);
    let signer: InstanceType<typeof P12Signer>;
    try {
      signer = new P12Signer(Buffer.from(p12), { passphrase });
    } catch {
      return CANNOT_SIGN;
    }
    const whole = new PassThrough();
    const [refusal, pdfBuffer] = await Promise.all([fill(whole, signal), buffer(whole)]);
    if (refusal !== null) return refusal;
    const signingTime = new Date(signedAtMs);
    // The name becomes a name of the PDF, which has no space.
    const about = { reason: 'Report of Payout Desk', contactInfo: '', name: '', location: '', appName: 'PayoutDesk' };
    const prepared = plainAddPlaceholder({ pdfBuffer, ...about, signingTime, signatureLength: SIGNATURE_LENGTH });
    let pdf: Buffer;
    try {
      pdf = await new SignPdf().sign(prepared, signer, signingTime);
    } catch {
      return CANNOT_SIGN;
    }
    await pipeline([pdf], sink, { signal });
    return null;
  };
}

const CANNOT_SIGN = refusedAs(
  'cannotSign',
  'The certificate does not open with this passphrase, or holds no key to sign with.',
  'Give a PKCS#12 file (.p12, .pfx) with its key, and its passphrase.',
).refusal;
