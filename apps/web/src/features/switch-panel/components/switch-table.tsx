import { Box, Flex, Stack, Table, Text } from '@chakra-ui/react';
import { memo, useDeferredValue, type ReactNode } from 'react';
import { useServerThere } from '../../../lib/live/live.js';
import { useWideScreen } from '../../../lib/screen.js';
import { sensorOf, type SwitchPair } from '../lib/pairs.js';
import { texts } from '../textos.js';
import { SwitchCell } from './switch-cell.js';
import { SensorValue } from './sensor-value.js';

interface Props {
  pairs: SwitchPair[];
}

/** More rows than any screen shows at once. */
const FIRST_ROWS = 12;

/** One row per pair: a table from tablet width up, cards on a phone. */
export function SwitchTable({ pairs: everything }: Props) {
  const connected = useServerThere();
  // Two hundred switches take a slow phone a second to draw: what is on the screen first, the rest when there is time.
  const complete = useDeferredValue(true, false);
  const pairs = complete ? everything : everything.slice(0, FIRST_ROWS);
  if (!useWideScreen()) {
    return (
      <Stack gap="0" as="ul" listStyleType="none">
        {pairs.map(({ key, sw1, sw2 }) => (
          <CardRow key={key} sw1={sw1} sw2={sw2} connected={connected} />
        ))}
      </Stack>
    );
  }
  return (
    <Table.Root size="sm" tableLayout="fixed" css={{ '& td, & th': { px: '5' }, '& td': { py: '3' } }}>
      <Table.Header>
        <Table.Row bg="bg.subtle">
          {texts.columns.map((column, index) => (
            <Table.ColumnHeader key={index} w={index < 2 ? '36%' : '14%'} color="fg.muted" fontWeight="600">
              {column}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {pairs.map(({ key, sw1, sw2 }) => (
          <Row key={key} sw1={sw1} sw2={sw2} connected={connected} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}

interface RowProps extends Pick<SwitchPair, 'sw1' | 'sw2'> {
  connected: boolean;
}

// A live message replaces one switch of the list: only its row is drawn again.
const Row = memo(function Row({ sw1, sw2, connected }: RowProps) {
  const sensor = sensorOf({ sw1, sw2 });
  return (
    <Table.Row bg="transparent" verticalAlign="top">
      <Table.Cell>
        <SwitchCell sw={sw1} connected={connected} withSensor={sensor === sw1} />
      </Table.Cell>
      <Table.Cell>{sw2 && <SwitchCell sw={sw2} connected={connected} withSensor={sensor === sw2} />}</Table.Cell>
      <Table.Cell>
        <SensorValue sw={sensor} from="temperatura" connected={connected} />
      </Table.Cell>
      <Table.Cell>
        <SensorValue sw={sensor} from="humedad" connected={connected} />
      </Table.Cell>
    </Table.Row>
  );
});

const CardRow = memo(function CardRow({ sw1, sw2, connected }: RowProps) {
  const sensor = sensorOf({ sw1, sw2 });
  return (
    // What is far below the screen is neither laid out nor painted; 150px is about one card.
    <Box
      as="li"
      p="4"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: 0 }}
      css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 150px' }}
    >
      <Stack gap="3.5">
        <SwitchCell sw={sw1} connected={connected} withSensor={sensor === sw1} />
        {sw2 && <SwitchCell sw={sw2} connected={connected} withSensor={sensor === sw2} />}
        {sensor.tiene_sensor === 1 && (
          <Flex gap="8" pt="3" borderTopWidth="1px" borderStyle="dashed">
            <PhoneField nombre={texts.columns[2]}>
              <SensorValue sw={sensor} from="temperatura" connected={connected} />
            </PhoneField>
            <PhoneField nombre={texts.columns[3]}>
              <SensorValue sw={sensor} from="humedad" connected={connected} />
            </PhoneField>
          </Flex>
        )}
      </Stack>
    </Box>
  );
});

function PhoneField({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <Box>
      <Text fontSize="xs" color="fg.muted">
        {nombre}
      </Text>
      {children}
    </Box>
  );
}
