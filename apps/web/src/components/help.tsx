import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** What a screen is for, beside its title: small, as who knows it reads the list. */
export const Help = ({ children }: { children: ReactNode }) => (
  <Text color="fg.muted" fontSize="sm" maxW="95ch">
    {children}
  </Text>
);
