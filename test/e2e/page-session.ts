// A page of the window on one of its hosts, with a gateway beside it whose address makes a profile LIVE.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOOR, type Host, type HostedPage } from './hosts.ts';
import { type PracticeProcess, servePracticeGateway } from './practice-gateway.ts';

/** Building, starting and a first paint, on a busy machine. */
export const SESSION_STARTS_WITHIN_MS = 120_000;

export interface PageSession extends HostedPage {
  readonly gateway: PracticeProcess;
}

export interface SessionOptions {
  /** The desk does not get the gateway's token. */
  readonly withoutToken?: boolean;
  /** Shifts the wall clocks of gateway and desk. */
  readonly clockFile?: string;
  /** Runs in the desk's folder before the desk opens it. */
  readonly prepare?: (folder: string, gateway: PracticeProcess) => void;
}

/** Returns null when the host cannot run here; it says why. */
export async function openPageSession(
  host: Host = DOOR,
  { clockFile = '', withoutToken = false, prepare = () => {} }: SessionOptions = {},
): Promise<PageSession | null> {
  if (host.unavailable !== null) return null;
  const gateway = await servePracticeGateway({ clockFile });
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-page-'));
  prepare(folder, gateway);
  const hosted = await host
    .open({ token: withoutToken ? '' : gateway.token, folder, clockFile })
    .catch(async (error: unknown) => {
      await gateway.close();
      throw error;
    });
  return {
    ...hosted,
    gateway,
    close: async () => {
      const received = await hosted.received().catch(() => '');
      await hosted.close();
      await gateway.close();
      if (received.includes(gateway.token)) throw new Error("the page received the gateway's token");
    },
  };
}
