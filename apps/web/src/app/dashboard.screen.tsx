import { Stack } from '@chakra-ui/react';
import { Component as Dashboard } from '../features/dashboard/dashboard.page.js';
import { Component as Situation } from '../features/situation/situation.page.js';

export { loader, shouldRevalidate } from '../features/situation/situation.page.js';

/** The global dashboard, with the current problems below it, so that they need no click. */
export function Component() {
  return (
    <Stack gap="4">
      <Dashboard />
      <Situation />
    </Stack>
  );
}
