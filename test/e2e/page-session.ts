// A page of the window on one of its hosts, with a gateway beside it whose address makes a profile LIVE.
// In: the host. Out: all of them, and one way to end them. This file must never share a folder with another test.

import { DOOR, type Host, type HostedPage } from './hosts.ts';
import { type PracticeProcess, servePracticeGateway } from './practice-gateway.ts';

/** Building, starting and a first paint, on a machine that does other things as well. */
export const SESSION_STARTS_WITHIN_MS = 120_000;

export interface PageSession extends HostedPage {
  readonly gateway: PracticeProcess;
}

/** Shape: null where the host cannot run; it says why. */
export async function openPageSession(host: Host = DOOR): Promise<PageSession | null> {
  if (host.whyNot !== null) return null;
  const gateway = await servePracticeGateway();
  const hosted = await host.open(gateway.token).catch(async (error: unknown) => {
    await gateway.close();
    throw error;
  });
  return {
    ...hosted,
    gateway,
    close: async () => {
      await hosted.close();
      await gateway.close();
    },
  };
}
