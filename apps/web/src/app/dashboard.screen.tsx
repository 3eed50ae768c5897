import { Stack } from '@chakra-ui/react';
import { Component as Dashboard } from '../features/dashboard/dashboard.page.js';
import { Component as Situation } from '../features/situation/situation.page.js';

/** The global dashboard, and below it what is wrong now: nobody has to click for that. */
export function Component() {
  return (
    <Stack gap="4">
      <Dashboard />
      <Situation />
    </Stack>
  );
}
