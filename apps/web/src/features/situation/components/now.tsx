import { Box, Grid, Heading } from '@chakra-ui/react';
import { Card } from '../../../components/card.js';
import { useAvisos } from '../../../entities/aviso/use-avisos.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { readUsuario } from '../../../lib/session.js';
import { useLastOrders, useRiegoHoy } from '../api/situation.js';
import { texts } from '../textos.js';
import { NearTurnos } from './near-turnos.js';
import { ProblemList } from './problem-list.js';

const ofOneEmpresa = (): null => null;

/** What is wrong and what is watered in one company, within another screen. */
export function Now({ empresaId }: { empresaId: number }) {
  // Of the own company the bell has asked already.
  const own = readUsuario()?.empresa_id === empresaId;
  const avisos = useAvisos({ empresa: own ? null : empresaId, onlyOpen: true });
  const here = avisos.data !== undefined || neverCame(avisos);
  const orders = useLastOrders(empresaId, (avisos.data?.length ?? 0) > 0);
  const riego = useRiegoHoy(empresaId, here);
  return (
    <Card>
      <Grid templateColumns={{ base: '1fr', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }} gapX="8" gapY="4">
        <Box as="section" minW="0">
          <Heading as="h2" size="lg" mb="2">
            {texts.now}
          </Heading>
          <ProblemList
            avisos={avisos}
            rows={avisos.data}
            filtered={false}
            empresa={empresaId}
            empresaOf={ofOneEmpresa}
            orders={orders.data ?? []}
            wall={false}
          />
        </Box>
        <NearTurnos riego={riego.data} failed={neverCame(riego)} empresaOf={ofOneEmpresa} />
      </Grid>
    </Card>
  );
}
