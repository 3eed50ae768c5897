import { Button, Skeleton, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { BackIcon } from '../../../components/icons.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

interface Props {
  /** The list that one came from. */
  back: string;
  backText: string;
  notFound: string;
  /** Of the switches among which the page looks for its own. */
  reading: Parameters<typeof neverCame>[0] & { data: unknown };
  /** False while it is unknown, or not among them. */
  children: ReactNode;
}

/** The page of one switch: the way back, and what is shown until it is known. */
export function SwitchFrame({ back, backText, notFound, reading, children }: Props) {
  return (
    <Stack gap="5">
      <Button asChild variant="ghost" size="sm" alignSelf="flex-start" ms="-3">
        <Link to={back}>
          <BackIcon /> {backText}
        </Link>
      </Button>
      {children ? (
        children
      ) : reading.data || neverCame(reading) ? (
        <EmptyNotice height="7rem" text={reading.data ? notFound : texts.firstListError} error={!reading.data} />
      ) : (
        <Skeleton h="40" rounded="lg" />
      )}
    </Stack>
  );
}
