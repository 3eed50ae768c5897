import { Box, Heading, Skeleton, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { EmptyNotice } from './empty-notice.js';
import { neverCame } from '../lib/http/query-client.js';

const HEIGHT = '8rem';

interface Props {
  texts: { title: string; help: string; noRead: string };
  reading: Parameters<typeof neverCame>[0];
  /** False until it is read. */
  children: ReactNode;
}

/** A part of the settings below a list, and what stands in its place until it is read. */
export function SettingsSection({ texts, reading, children }: Props) {
  return (
    <Box as="section" borderTopWidth="1px" pt="5">
      <Heading as="h2" size="lg">
        {texts.title}
      </Heading>
      <Text color="fg.muted" mb="4">
        {texts.help}
      </Text>
      {children ||
        (neverCame(reading) ? (
          <EmptyNotice height={HEIGHT} text={texts.noRead} error />
        ) : (
          <Skeleton h={HEIGHT} aria-busy />
        ))}
    </Box>
  );
}
