// The gateway's contract, docs/gateway-openapi.json, and whether what was sent and answered fits it, by a validator that is not
// ours. The document is made from the gateway's specification alone.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { onTestFinished } from 'vitest';

const TEXT = readFileSync(new URL('../../docs/gateway-openapi.json', import.meta.url), 'utf8');
export const CONTRACT = JSON.parse(TEXT) as { readonly paths: Readonly<Record<string, object>> };

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, validateSchema: false });
ajv.addVocabulary(Object.keys(CONTRACT));
// An answer may have more fields than the contract, but not one of ours.
ajv.addSchema(JSON.parse(TEXT, closeObjects) as object, 'contract');

function closeObjects(_key: string, value: unknown): unknown {
  const isOpen = typeof value === 'object' && value !== null && 'properties' in value && 'required' in value;
  return isOpen && !('additionalProperties' in value) && 'type' in value
    ? { ...value, additionalProperties: false }
    : value;
}

/** What a request has against the contract; empty when it fits. `contentType` and `authorization` as received. */
export function complaintsOfRequest(sent: {
  readonly path: string;
  readonly body: string;
  readonly contentType?: string | undefined;
  readonly authorization?: string | undefined;
}): readonly string[] {
  // A gateway's address may have a path of its own before these.
  const path = Object.keys(CONTRACT.paths).find((known) => sent.path.endsWith(known)) ?? sent.path;
  const complaints = fits(`${operationAt(path)}/requestBody/content/application~1json/schema`, sent);
  if (sent.contentType !== 'application/json') complaints.push(`${sent.path} content-type ${String(sent.contentType)}`);
  if (!/^Bearer \S/.test(sent.authorization ?? '')) complaints.push(`${sent.path} has no bearer token`);
  return complaints;
}

/** What an answer has against the contract; empty when it fits. */
export function complaintsOfAnswer(answer: {
  readonly path: string;
  readonly httpStatus: number;
  readonly body: string;
}): readonly string[] {
  const schema = `${operationAt(answer.path)}/responses/${answer.httpStatus}/content/application~1json/schema`;
  return fits(schema, answer);
}

function operationAt(path: string): string {
  return `contract#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post`;
}

function fits(pointer: string, { path, body }: { readonly path: string; readonly body: string }): string[] {
  const validate = ajv.getSchema(pointer);
  if (validate === undefined) return [`${path} is not in the contract: ${pointer}`];
  return validate(JSON.parse(body)) === true ? [] : [`${path} ${ajv.errorsText(validate.errors)}\n${body}`];
}

/** Passes everything on to the gateway at this address, and keeps what does not fit the contract. It ends with the test. */
export async function openContractProxy(
  target: string,
): Promise<{ readonly url: string; readonly complaints: readonly string[]; readonly exchanges: readonly string[] }> {
  const complaints: string[] = [];
  const exchanges: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const pass = async (): Promise<void> => {
      const path = incoming.url ?? '';
      const body = await buffer(incoming);
      const { authorization, 'content-type': contentType } = incoming.headers;
      complaints.push(...complaintsOfRequest({ path, body: body.toString(), contentType, authorization }));
      const passedOn = openRequest(`${target}${path}`, { method: 'POST', agent: false, headers: incoming.headers });
      passedOn.end(body);
      const [answer] = (await once(passedOn, 'response')) as [typeof incoming];
      const answered = await buffer(answer);
      const httpStatus = answer.statusCode ?? 0;
      exchanges.push(`${path} ${httpStatus}`);
      complaints.push(...complaintsOfAnswer({ path, httpStatus, body: answered.toString() }));
      outgoing.writeHead(httpStatus, answer.headers).end(answered);
    };
    // An answer that the gateway cuts is cut here.
    pass().catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, complaints, exchanges };
}
