import { Box, chakra, SimpleGrid, Text } from '@chakra-ui/react';
import { SEVERITIES } from '@acequia/contracts';
import { DayLine } from '../../../components/day-line.js';
import { ageOf } from '../../../lib/format/format.js';
import { useByClock } from '../../../lib/time/clock.js';
import { isOld } from '../../../lib/time/freshness.js';
import type { Tile } from '../lib/tiles.js';
import { texts } from '../textos.js';

/** Tiles get a red edge from severity `alta` up. */
const RED_UNTIL = SEVERITIES.indexOf('alta');

const edgeOf = ({ open, worst }: Tile): string =>
  open === null ? 'border.emphasized' : open === 0 ? 'campo.solid' : worst <= RED_UNTIL ? 'teja.solid' : 'miel.solid';

interface Props {
  tiles: readonly Tile[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** One tile per company: healthy boards, open alarms and a near expiry. A click filters the list by the company. */
export function Tiles({ tiles, chosen, onChoose }: Props) {
  return (
    <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 2, lg: 1 }} gap="2">
      {tiles.map((tile) => (
        <li key={tile.id}>
          <chakra.button
            type="button"
            aria-pressed={chosen === tile.id}
            w="full"
            textAlign="start"
            cursor="pointer"
            px="3"
            py="2"
            rounded="md"
            borderWidth="1px"
            borderStartWidth="4px"
            borderStartColor={edgeOf(tile)}
            bg={chosen === tile.id ? 'bg.emphasized' : 'bg.panel'}
            _hover={{ bg: 'bg.subtle' }}
            _focusVisible={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px' }}
            onClick={() => onChoose(chosen === tile.id ? null : tile.id)}
          >
            <Text fontWeight="600" overflowWrap="anywhere">
              {tile.nombre}
            </Text>
            <Box display="flex" flexWrap="wrap" columnGap="3" fontSize="sm" color="fg.muted">
              <span>{healthText(tile)}</span>
              {tile.pulse && tile.pulse.abiertas > 0 && <span>{texts.openValves(tile.pulse.abiertas)}</span>}
              <span>{openText(tile)}</span>
              {tile.water && tile.water.m3_previstos !== null && (
                <span>{texts.water(tile.water.m3, tile.water.m3_previstos)}</span>
              )}
              {typeof tile.pulse?.kwh_hoy === 'number' && <span>{texts.energy(tile.pulse.kwh_hoy)}</span>}
              {tile.boards > 0 && tile.pulse && <Heard ts={tile.pulse.dato_ts ?? null} />}
              {tile.expiry && (
                <chakra.span color="fg.warning" fontWeight="600">
                  {tile.expiry}
                </chakra.span>
              )}
            </Box>
            {tile.pulse?.lecturas.slice(0, -1).some((one) => one > 0) && (
              <Box mt="1.5" display="flex" alignItems="center" gap="2" fontSize="xs" color="fg.muted">
                <DayLine
                  // Without the current hour: its count so far would look like a fall.
                  values={tile.pulse.lecturas.slice(0, -1)}
                  label={texts.readings(tile.pulse.lecturas.reduce((sum, one) => sum + one, 0))}
                />
                <span>{texts.mostReadings(Math.max(...tile.pulse.lecturas.slice(0, -1)))}</span>
              </Box>
            )}
          </chakra.button>
        </li>
      ))}
    </SimpleGrid>
  );
}

/** How old the newest report of a company's boards is. */
function Heard({ ts }: { ts: number | null }) {
  const text = useByClock((now) => (ts === null ? texts.neverHeard : texts.heard(ageOf(ts, now))));
  const old = useByClock((now) => ts === null || isOld(ts, now, true));
  return (
    <chakra.span color={old ? 'fg.warning' : undefined} fontWeight={old ? '600' : undefined}>
      {text}
    </chakra.span>
  );
}

const openText = ({ open }: Tile): string =>
  open === null ? texts.openUnread : open === 0 ? texts.noneOpen : texts.openCount(open);

const healthText = ({ healthy, boards }: Tile): string =>
  healthy === null ? texts.healthUnread : boards === 0 ? texts.noPlacas : texts.healthy(healthy, boards);
