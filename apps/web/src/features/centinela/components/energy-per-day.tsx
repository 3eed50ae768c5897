import { Button, Center, Flex, Heading, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { aDemanda } from '../../../components/on-demand.js';
import { AvanceDescarga } from '../../../components/download-progress.js';
import { DescargarIcon } from '../../../components/icons.js';
import { Panel } from '../../../components/card.js';
import { useDescarga } from '../../../lib/http/use-download.js';
import { decimales } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { noLlego } from '../../../lib/http/query-client.js';
import { useDias } from '../api/centinela.js';
import { textos } from '../textos.js';

const GraficaDias = aDemanda({ nombre: 'grafica-dias', cargar: () => import('./day-chart.js'), alto: '240px' });

/** kWh of each of the last thirty days, from the meter's own counter, and everything as a CSV. */
export function EnergiaPorDia({ id }: { id: number }) {
  const consulta = useDias(id);
  const { data: dias } = consulta;
  const descarga = useDescarga('dispositivos.csv_energia');
  const conectado = useServerThere();
  const conocidos = dias?.filter(({ kwh }) => kwh !== null) ?? [];
  const total = conocidos.reduce((suma, { kwh }) => suma + (kwh ?? 0), 0);
  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="4">
        <Heading as="h2" size="lg">
          {textos.porDia}
        </Heading>
        <Button
          variant="outline"
          disabled={descarga.bajando || !conectado}
          onClick={() =>
            void descarga.bajar({ params: { id: String(id) }, query: {} }, `energia_dispositivo_${id}.csv`)
          }
        >
          {descarga.bajando ? <Spinner size="sm" /> : <DescargarIcon />} {textos.csv}
        </Button>
      </Flex>
      <AvanceDescarga {...descarga} />
      {descarga.fallo && (
        <Text role="alert" color="fg.warning" mb="4">
          {textos.csvFallo}
        </Text>
      )}
      {!dias && !noLlego(consulta) ? (
        <Skeleton h="240px" />
      ) : conocidos.length === 0 ? (
        <Center h="240px" color="fg.muted">
          <Text>{dias ? textos.sinHistoria : textos.errorHistoria}</Text>
        </Center>
      ) : (
        <Stack gap="3">
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {textos.totalKwh(decimales(total))}
          </Text>
          <GraficaDias dias={dias ?? []} />
          <Text fontSize="xs" color="fg.muted">
            {textos.incompleto}
          </Text>
        </Stack>
      )}
    </Panel>
  );
}
