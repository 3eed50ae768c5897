import type { Placa } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Skeleton, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Age } from '../../../components/age.js';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { TextLink } from '../../../components/text-link.js';
import { switchAddress } from '../../../entities/addresses.js';
import { StateChip } from '../../../components/state-chip.js';
import { useSwitchesOfPanel } from '../../../entities/switch/use-live-switches.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { withSuffix } from '../../../lib/format/format.js';
import { texts } from '../textos.js';

const { board: t } = texts;

/** The switches of one board with what it reports of them, live. */
export function BoardSwitches({ placa }: { placa: Placa }) {
  const panel = useSwitchesOfPanel(placa.empresa_id);
  const rows = panel.data?.filter(({ placa_id }) => placa_id === placa.placa_id);
  return (
    <Box as="section" aria-label={t.switches}>
      <Flex justify="space-between" align="center" gap="3" mb="2">
        <Heading as="h2" size="md">
          {t.switches}
        </Heading>
        <Button asChild variant="ghost" size="sm">
          <Link to={`/switches?empresa=${placa.empresa_id}`}>{t.allSwitches}</Link>
        </Button>
      </Flex>
      {neverCame(panel) ? (
        <EmptyNotice height="5rem" text={t.switchesFailed} error />
      ) : rows === undefined ? (
        <Skeleton h="20" />
      ) : rows.length === 0 ? (
        <Flex direction="column" gap="3" align="center" borderWidth="1px" borderStyle="dashed" rounded="md" p="4">
          <Text color="fg.muted">{t.noSwitches}</Text>
          <Button asChild colorPalette="campo" size="sm">
            <Link to={`/alta?empresa=${placa.empresa_id}&placa=${placa.id}`}>{t.namePins}</Link>
          </Button>
        </Flex>
      ) : (
        <SwitchReadings rows={rows} />
      )}
    </Box>
  );
}

type Rows = NonNullable<ReturnType<typeof useSwitchesOfPanel>['data']>;

/** Name, pin, reported state and sensor of each switch. */
export const SwitchReadings = ({ rows }: { rows: Rows }) => (
  <Box as="ul" listStyleType="none">
    {rows.map((sw) => (
      <Flex as="li" key={sw.id} py="2" gap="3" align="center" wrap="wrap" borderTopWidth="1px">
        <Box flex="1 1 12rem" minW="0">
          <Text fontWeight="600" overflowWrap="anywhere">
            <TextLink to={switchAddress(sw)}>
              {sw.zona} - {sw.nombre}
            </TextLink>
          </Text>
          <Text fontSize="xs" color="fg.muted">
            {t.pin(sw.hardware_pin)}
          </Text>
        </Box>
        <StateChip estado={sw.estado} old={sw.placa_online === 0} />
        {sw.tiene_sensor === 1 && (
          <Text fontVariantNumeric="tabular-nums">
            {withSuffix(sw.temperatura, ' °C')} · {withSuffix(sw.humedad, ' %')}
          </Text>
        )}
        <Age ts={sw.estado_ts} />
      </Flex>
    ))}
  </Box>
);
