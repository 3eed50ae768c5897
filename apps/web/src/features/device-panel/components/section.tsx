import type { Dispositivo } from '@acequia/contracts';
import { Button, Center, Flex, Heading, SimpleGrid, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { AvisoVacio } from '../../../components/empty-notice.js';
import { EnLineaChip } from '../../../components/online-chip.js';
import { ActualizarIcon } from '../../../components/icons.js';
import { Panel } from '../../../components/card.js';
import { useIsLive } from '../../../lib/live/live.js';
import { useRefrescar } from '../api/dispositivos-of-usuario.js';
import { textos } from '../textos.js';

interface Props {
  titulo: string;
  vacio: string;
  /** Undefined while they are being loaded. */
  dispositivos: readonly Dispositivo[] | undefined;
  /** They could not be read. */
  fallo: boolean;
  /** Meters need more room than relays; they also have values of their own to read. */
  anchas?: boolean;
  children: (dispositivo: Dispositivo) => ReactNode;
}

/** One kind of devices: whether it is live, a button that reads them anew, and a card each. */
export function Seccion({ titulo, vacio, dispositivos, fallo, anchas = false, children }: Props) {
  const live = useIsLive();
  const refrescar = useRefrescar(dispositivos ?? [], anchas);
  return (
    <Stack as="section" gap="3" aria-label={titulo}>
      <Flex align="center" gap="3">
        <Heading as="h2" size="lg">
          {titulo}
        </Heading>
        <EnLineaChip enLinea={live} textos={textos.vivo} />
        <Button
          size="sm"
          variant="outline"
          ms="auto"
          onClick={() => refrescar.mutate()}
          disabled={refrescar.isPending || !dispositivos?.length}
        >
          {refrescar.isPending ? <Spinner size="xs" /> : <ActualizarIcon />} {textos.refrescar}
        </Button>
      </Flex>
      {dispositivos?.length === 0 && (
        <Panel>
          <Center color="fg.muted" py="4">
            <Text>{vacio}</Text>
          </Center>
        </Panel>
      )}
      {!dispositivos && fallo && <AvisoVacio alto="7rem" texto={textos.noLeidos} error />}
      <SimpleGrid columns={anchas ? { base: 1, lg: 2 } : { base: 1, sm: 2, lg: 3 }} gap="4">
        {dispositivos ? (
          dispositivos.map((dispositivo) => <Fragment key={dispositivo.id}>{children(dispositivo)}</Fragment>)
        ) : fallo ? null : (
          <>
            <Skeleton h="44" rounded="lg" />
            <Skeleton h="44" rounded="lg" />
          </>
        )}
      </SimpleGrid>
    </Stack>
  );
}
