import type { Metricas } from '@acequia/contracts';
import { Box, Flex, Heading, Skeleton, Table, Text } from '@chakra-ui/react';
import { Age } from '../../../components/age.js';
import { Card } from '../../../components/card.js';
import { twoDecimals, dateTimeOf } from '../../../lib/format/format.js';
import { HIGH_IMBALANCE, imbalance } from '../lib/imbalance.js';
import { texts } from '../textos.js';

const PHASES = ['a', 'b', 'c'] as const;
const ROWS = ['voltaje', 'corriente', 'potencia_activa', 'potencia_aparente', 'factor_potencia'] as const;

interface Props {
  metricas: Metricas | undefined;
  loading: boolean;
  online: boolean;
}

const totalOf = (row: (typeof ROWS)[number], metricas: Metricas | undefined): number | null | undefined => {
  if (row === 'potencia_activa') return metricas?.total_act_power ?? metricas?.potencia_activa;
  if (row === 'potencia_aparente') return metricas?.total_aparent_power ?? metricas?.potencia_aparente;
  return row === 'factor_potencia' ? metricas?.factor_potencia : undefined;
};

/** The meter's current values by phase, and the imbalance of the load. */
export function LiveValues({ metricas, loading, online }: Props) {
  const takenAt = metricas?.fecha ? Date.parse(metricas.fecha) : NaN;
  return (
    <Card opacity={online || loading ? 1 : 0.75}>
      <Flex justify="space-between" align="baseline" gap="3" wrap="wrap" mb="3">
        <Heading as="h2" size="lg">
          {texts.live}
        </Heading>
        <Text fontSize="xs" color="fg.muted">
          {texts.lastReading(dateTimeOf(metricas?.fecha) || '—')}{' '}
          {!Number.isNaN(takenAt) && <Age ts={takenAt} old={!online} />}
        </Text>
      </Flex>
      {loading ? (
        <Skeleton h="56" />
      ) : (
        <>
          <Box overflowX="auto">
            <DataTable metricas={metricas} />
          </Box>
          <Flex gap={{ base: 5, md: 10 }} wrap="wrap" mt="5">
            <Imbalances metricas={metricas} />
            <Datum nombre={texts.frecuencia} value={withUnit(metricas?.frecuencia, 'Hz')} />
            <Datum nombre={texts.temperatura} value={withUnit(metricas?.temp, '°C')} />
            <Datum
              nombre={texts.energia}
              value={withUnit(typeof metricas?.energia === 'number' ? metricas.energia / 1_000 : null, 'kWh')}
            />
          </Flex>
        </>
      )}
    </Card>
  );
}

const withUnit = (value: number | null | undefined, unit: string): string =>
  typeof value === 'number' ? `${twoDecimals(value)} ${unit}` : '—';

function DataTable({ metricas }: { metricas: Metricas | undefined }) {
  return (
    <Table.Root
      size="sm"
      css={{ '& td, & th': { px: { base: '1', md: '3' } }, '& td': { fontVariantNumeric: 'tabular-nums' } }}
    >
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader />
          {PHASES.map((phase) => (
            <Table.ColumnHeader key={phase} textAlign="end" color={`chart.fase_${phase}`} fontWeight="700">
              {texts.phase(phase)}
            </Table.ColumnHeader>
          ))}
          <Table.ColumnHeader textAlign="end" color="fg.muted" fontWeight="600">
            {texts.total}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {ROWS.map((row) => (
          <Table.Row key={row} bg="transparent">
            <Table.Cell color="fg.muted">{texts.rows[row]}</Table.Cell>
            {PHASES.map((phase) => (
              <Table.Cell key={phase} textAlign="end" fontWeight="600">
                {twoDecimals(metricas?.[`${row}_${phase}`])}
              </Table.Cell>
            ))}
            <Table.Cell textAlign="end" fontWeight="600">
              {row === 'voltaje' || row === 'corriente' ? '' : twoDecimals(totalOf(row, metricas))}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  );
}

function Imbalances({ metricas }: { metricas: Metricas | undefined }) {
  return (['voltaje', 'corriente'] as const).map((quantity) => {
    const value = imbalance(PHASES.map((phase) => metricas?.[`${quantity}_${phase}`]));
    const high = value !== null && value > HIGH_IMBALANCE[quantity];
    const nombre = quantity === 'voltaje' ? texts.voltageImbalance : texts.currentImbalance;
    return (
      <Datum
        key={quantity}
        nombre={`${texts.imbalance}: ${nombre}`}
        value={value === null ? '—' : `${twoDecimals(value)} %${high ? ` (${texts.high})` : ''}`}
        high={high}
        help={texts.imbalanceHelp}
      />
    );
  });
}

function Datum({
  nombre,
  value,
  high = false,
  help,
}: {
  nombre: string;
  value: string;
  high?: boolean;
  help?: string;
}) {
  return (
    <Box title={help}>
      <Text fontSize="xs" color="fg.muted">
        {nombre}
      </Text>
      <Text fontWeight="600" fontSize="md" fontVariantNumeric="tabular-nums" color={high ? 'fg.warning' : undefined}>
        {value}
      </Text>
    </Box>
  );
}
