import { Box, Button, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyNotice } from './empty-notice.js';
import { BackIcon } from './icons.js';
import { neverCame } from '../lib/http/query-client.js';

interface Props {
  /** The list that one came from. */
  back: string;
  backText: string;
  notFound: string;
  /** Said when they cannot be read. */
  failed: string;
  /** Of those among which the page looks for its own. */
  reading: Parameters<typeof neverCame>[0] & { data: unknown };
  /** False while it is unknown, or not among them. */
  children: ReactNode;
}

/** The page of one thing: the way back, and what is shown until the thing is known. */
export function DetailFrame({ back, backText, notFound, failed, reading, children }: Props) {
  return (
    <Stack gap={{ base: '4', md: '5' }}>
      {/* The name follows at once: what the thing does now stands in the first third of a window. */}
      <Button asChild variant="ghost" size="sm" alignSelf="flex-start" ms="-3" mb="-4">
        <Link to={back}>
          <BackIcon /> {backText}
        </Link>
      </Button>
      {children ? (
        children
      ) : reading.data || neverCame(reading) ? (
        <EmptyNotice height="7rem" text={reading.data ? notFound : failed} error={!reading.data} />
      ) : (
        <Skeleton h="40" rounded="lg" />
      )}
    </Stack>
  );
}

interface HeadingProps {
  title: string;
  subtitle?: ReactNode;
  /** Beside the title. */
  chip?: ReactNode;
  /** Links and buttons at the other end. */
  children?: ReactNode;
}

/** Its name, what it is, and what can be done with it besides its one action. */
export const DetailHeading = ({ title, subtitle, chip, children }: HeadingProps) => (
  <Flex gap="3" wrap="wrap" justify="space-between" align="flex-start">
    <Box minW="0">
      <Flex align="center" gap="3" wrap="wrap">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }} overflowWrap="anywhere">
          {title}
        </Heading>
        {chip}
      </Flex>
      {subtitle && (
        <Text fontSize="sm" fontWeight="500" color="fg.muted">
          {subtitle}
        </Text>
      )}
    </Box>
    <Flex gap="2" wrap="wrap">
      {children}
    </Flex>
  </Flex>
);
