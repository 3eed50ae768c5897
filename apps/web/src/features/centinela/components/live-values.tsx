import type { Metricas } from '@acequia/contracts';
import { Box, Flex, Heading, Skeleton, Table, Text } from '@chakra-ui/react';
import { Edad } from '../../../components/age.js';
import { Panel } from '../../../components/card.js';
import { decimales, fechaHora } from '../../../lib/format/format.js';
import { DESEQUILIBRIO_ALTO, desequilibrio } from '../lib/imbalance.js';
import { textos } from '../textos.js';

const FASES = ['a', 'b', 'c'] as const;
const FILAS = ['voltaje', 'corriente', 'potencia_activa', 'potencia_aparente', 'factor_potencia'] as const;

interface Props {
  metricas: Metricas | undefined;
  cargando: boolean;
  enLinea: boolean;
}

const totalDe = (fila: (typeof FILAS)[number], metricas: Metricas | undefined): number | null | undefined => {
  if (fila === 'potencia_activa') return metricas?.total_act_power ?? metricas?.potencia_activa;
  if (fila === 'potencia_aparente') return metricas?.total_aparent_power ?? metricas?.potencia_aparente;
  return fila === 'factor_potencia' ? metricas?.factor_potencia : undefined;
};

/** What the meter measures now, phase by phase, and how evenly the load is shared. */
export function EnVivo({ metricas, cargando, enLinea }: Props) {
  const tomada = metricas?.fecha ? Date.parse(metricas.fecha) : NaN;
  return (
    <Panel opacity={enLinea || cargando ? 1 : 0.75}>
      <Flex justify="space-between" align="baseline" gap="3" wrap="wrap" mb="3">
        <Heading as="h2" size="lg">
          {textos.enVivo}
        </Heading>
        <Text fontSize="xs" color="fg.muted">
          {textos.ultimaLectura(fechaHora(metricas?.fecha) || '—')}{' '}
          {!Number.isNaN(tomada) && <Edad ts={tomada} viejo={!enLinea} />}
        </Text>
      </Flex>
      {cargando ? (
        <Skeleton h="56" />
      ) : (
        <>
          <Box overflowX="auto">
            <Tabla metricas={metricas} />
          </Box>
          <Flex gap={{ base: 5, md: 10 }} wrap="wrap" mt="5">
            <Desequilibrios metricas={metricas} />
            <Dato nombre={textos.frecuencia} valor={conUnidad(metricas?.frecuencia, 'Hz')} />
            <Dato nombre={textos.temperatura} valor={conUnidad(metricas?.temp, '°C')} />
            <Dato
              nombre={textos.energia}
              valor={conUnidad(typeof metricas?.energia === 'number' ? metricas.energia / 1_000 : null, 'kWh')}
            />
          </Flex>
        </>
      )}
    </Panel>
  );
}

const conUnidad = (valor: number | null | undefined, unidad: string): string =>
  typeof valor === 'number' ? `${decimales(valor)} ${unidad}` : '—';

function Tabla({ metricas }: { metricas: Metricas | undefined }) {
  return (
    <Table.Root
      size="sm"
      css={{ '& td, & th': { px: { base: '1', md: '3' } }, '& td': { fontVariantNumeric: 'tabular-nums' } }}
    >
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader />
          {FASES.map((fase) => (
            <Table.ColumnHeader key={fase} textAlign="end" color={`grafica.fase_${fase}`} fontWeight="700">
              {textos.fase(fase)}
            </Table.ColumnHeader>
          ))}
          <Table.ColumnHeader textAlign="end" color="fg.muted" fontWeight="600">
            {textos.total}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {FILAS.map((fila) => (
          <Table.Row key={fila} bg="transparent">
            <Table.Cell color="fg.muted">{textos.filas[fila]}</Table.Cell>
            {FASES.map((fase) => (
              <Table.Cell key={fase} textAlign="end" fontWeight="600">
                {decimales(metricas?.[`${fila}_${fase}`])}
              </Table.Cell>
            ))}
            <Table.Cell textAlign="end" fontWeight="600">
              {fila === 'voltaje' || fila === 'corriente' ? '' : decimales(totalDe(fila, metricas))}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function Desequilibrios({ metricas }: { metricas: Metricas | undefined }) {
  return (['voltaje', 'corriente'] as const).map((magnitud) => {
    const valor = desequilibrio(FASES.map((fase) => metricas?.[`${magnitud}_${fase}`]));
    const alto = valor !== null && valor > DESEQUILIBRIO_ALTO[magnitud];
    const nombre = magnitud === 'voltaje' ? textos.desequilibrioVoltaje : textos.desequilibrioCorriente;
    return (
      <Dato
        key={magnitud}
        nombre={`${textos.desequilibrio}: ${nombre}`}
        valor={valor === null ? '—' : `${decimales(valor)} %${alto ? ` (${textos.alto})` : ''}`}
        alto={alto}
        ayuda={textos.desequilibrioAyuda}
      />
    );
  });
}

function Dato({
  nombre,
  valor,
  alto = false,
  ayuda,
}: {
  nombre: string;
  valor: string;
  alto?: boolean;
  ayuda?: string;
}) {
  return (
    <Box title={ayuda}>
      <Text fontSize="xs" color="fg.muted">
        {nombre}
      </Text>
      <Text fontWeight="600" fontSize="md" fontVariantNumeric="tabular-nums" color={alto ? 'fg.warning' : undefined}>
        {valor}
      </Text>
    </Box>
  );
}
