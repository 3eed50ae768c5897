import type { Dispositivo } from '@acequia/contracts';
import { Button, Center, Flex, Heading, SimpleGrid, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { OnlineChip } from '../../../components/online-chip.js';
import { RefreshIcon } from '../../../components/icons.js';
import { Card } from '../../../components/card.js';
import { useIsLive } from '../../../lib/live/live.js';
import { useRefresh } from '../api/dispositivos-of-usuario.js';
import { texts } from '../textos.js';

interface Props {
  title: string;
  empty: string;
  /** Undefined while the devices load. */
  dispositivos: readonly Dispositivo[] | undefined;
  /** The devices could not be read. */
  failure: boolean;
  /** Wider cards for meters, which show more values than relays. */
  wide?: boolean;
  children: (dispositivo: Dispositivo) => ReactNode;
}

/** Devices of one kind: the live indicator, a refresh button, and a card for each. */
export function Section({ title, empty, dispositivos, failure, wide = false, children }: Props) {
  const live = useIsLive();
  const refresh = useRefresh(dispositivos ?? [], wide);
  return (
    <Stack as="section" gap="3" aria-label={title}>
      <Flex align="center" gap="3">
        <Heading as="h2" size="lg">
          {title}
        </Heading>
        <OnlineChip online={live} texts={texts.connection} />
        <Button
          size="sm"
          variant="outline"
          ms="auto"
          onClick={() => refresh.mutate()}
          disabled={refresh.isPending || !dispositivos?.length}
        >
          {refresh.isPending ? <Spinner size="xs" /> : <RefreshIcon />} {texts.refresh}
        </Button>
      </Flex>
      {dispositivos?.length === 0 && (
        <Card>
          <Center color="fg.muted" py="4">
            <Text>{empty}</Text>
          </Center>
        </Card>
      )}
      {!dispositivos && failure && <EmptyNotice height="7rem" text={texts.unread} error />}
      <SimpleGrid columns={wide ? { base: 1, lg: 2 } : { base: 1, sm: 2, lg: 3 }} gap="4">
        {dispositivos ? (
          dispositivos.map((dispositivo) => <Fragment key={dispositivo.id}>{children(dispositivo)}</Fragment>)
        ) : failure ? null : (
          <>
            <Skeleton h="44" rounded="lg" />
            <Skeleton h="44" rounded="lg" />
          </>
        )}
      </SimpleGrid>
    </Stack>
  );
}
