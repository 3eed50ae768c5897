import { Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Card } from '../../../components/card.js';

interface Props {
  title: string;
  help: string;
  children: ReactNode;
}

/** The frame of one way to receive alarms. */
export function LinkedCard({ title, help, children }: Props) {
  return (
    <Card>
      <Stack gap="3">
        <Stack gap="0">
          <Heading as="h2" size="lg">
            {title}
          </Heading>
          <Text color="fg.muted">{help}</Text>
        </Stack>
        {children}
      </Stack>
    </Card>
  );
}

/** Why the last action failed. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <Text role="alert" color="fg.error">
      {children}
    </Text>
  );
}
