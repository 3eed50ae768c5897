import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A titled list; `empty` is shown in place of no rows. */
export function Section({ title, empty, children }: { title: string; empty?: string | false; children?: ReactNode }) {
  return (
    <Stack as="section" gap="1" aria-label={title}>
      <Heading as="h2" size="md">
        {title}
      </Heading>
      {empty ? <Text color="fg.muted">{empty}</Text> : <Box borderTopWidth="1px">{children}</Box>}
    </Stack>
  );
}

/** One row: what on the left, how it is on the right; on a phone the right side wraps below. */
export function Row({ name, children, bad = false }: { name: ReactNode; children: ReactNode; bad?: boolean }) {
  return (
    <Flex
      justify="space-between"
      align="baseline"
      columnGap="6"
      rowGap="1"
      wrap="wrap"
      py="2"
      borderBottomWidth="1px"
      color={bad ? 'fg.error' : undefined}
    >
      <Text fontWeight="550">{name}</Text>
      <Text as="div" fontVariantNumeric="tabular-nums" color={bad ? undefined : 'fg.muted'}>
        {children}
      </Text>
    </Flex>
  );
}
