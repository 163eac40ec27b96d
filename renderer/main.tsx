import './ui/tokens.css';
import './ui/scripts.css';
import './ui/layout.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { makeDeskClient } from './bridge/desk-client.ts';
import { httpTransport, openBrowserSession } from './bridge/http-transport.ts';
import { preloadTransport } from './bridge/transport.ts';
import { DeskContext, makeQueryClient, refetchOnEvents } from './bridge/use-desk.ts';

const page = document.querySelector('#page');
if (page !== null) await start(page);

async function start(place: Element): Promise<void> {
  if (window.desk === undefined) await openBrowserSession(window);
  const desk = makeDeskClient(window.desk === undefined ? httpTransport : preloadTransport(window.desk));
  const queries = makeQueryClient();
  refetchOnEvents(desk, queries);
  createRoot(place).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <DeskContext value={desk}>
          <App />
        </DeskContext>
      </QueryClientProvider>
    </CSPProvider>,
  );
}
