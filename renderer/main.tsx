import './ui/tokens.css';
import './ui/scripts.css';
import './ui/layout.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { type DeskClient, makeDeskClient } from './bridge/desk-client.ts';
import { preloadTransport } from './bridge/desk-transport.ts';
import { httpTransport, openBrowserSession } from './bridge/http-transport.ts';
import { DeskContext, makeQueryClient, refetchOnEvents } from './bridge/use-desk.ts';
import { speakLanguage } from './language.ts';

const page = document.querySelector('#page');
if (page !== null) await start(page);

async function start(place: Element): Promise<void> {
  if (window.desk === undefined) await openBrowserSession(window);
  const desk = makeDeskClient(window.desk === undefined ? httpTransport : preloadTransport(window.desk));
  const queries = makeQueryClient();
  refetchOnEvents(desk, queries);
  // Before the app is imported: some modules build their text when they are loaded.
  await speakAsSet(desk, queries);
  const { App } = await import('./app/app.tsx');
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

/** The page speaks English while the desk does not answer. */
async function speakAsSet(desk: DeskClient, queries: QueryClient): Promise<void> {
  const settings = await desk.ask('readSettings', {});
  if (settings.kind !== 'done') return;
  queries.setQueryData(['readSettings', {}], settings);
  if (settings.value.language === 'en') return;
  const { LANGUAGE_OF } = await import('../shared/messages/languages.ts');
  const { language } = settings.value;
  speakLanguage(LANGUAGE_OF[language]);
  document.documentElement.lang = `${language}-IN`;
}
