import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LiveProvider } from './live/live.js';
import { LastStateProvider } from './offline/last-state-provider.js';
import { OwnSession } from './own-session.js';
import { useSamePerson } from './other-tab.js';
import { queryClient } from './http/query-client.js';

/** Queries and the live connection for the screens behind the login. */
export function DataProvider({ children }: { children: ReactNode }) {
  useSamePerson();
  return (
    <QueryClientProvider client={queryClient}>
      <LiveProvider>
        <LastStateProvider>
          <OwnSession>{children}</OwnSession>
        </LastStateProvider>
      </LiveProvider>
    </QueryClientProvider>
  );
}
