import type { Muro } from '@acequia/contracts';
import { Box, Button, Center, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Logo } from '../../components/logo.js';
import { useAddress } from '../../lib/address.js';
import { ageOf, dateTimeOf, dayOf, timeOf } from '../../lib/format/format.js';
import { useServerNow } from '../../lib/time/clock.js';
import { useWallData } from './api/wall.js';
import { Companies } from './components/companies.js';
import { Measurements } from './components/measurements.js';
import { Problems } from './components/problems.js';
import { empresasOf, turnOf } from './lib/views.js';
import { texts } from './textos.js';

const TURN_MS = 15_000;
/** Logo and buttons are sized in em, because they grow with the type. */
const BUTTON = {
  variant: 'ghost',
  color: 'fg.muted',
  fontSize: '0.75em',
  h: '2.4em',
  minW: '2.4em',
  px: '0.8em',
} as const;
const LOGO = {
  '& .logo': { fontSize: '1em' },
  '& svg': { width: '1.6em', height: '1.6em' },
  '& p': { fontSize: '1em' },
} as const;
/** Data older than this is marked as old, even before a request fails. ms */
const STALE_MS = 60_000;

/**
 * The screen of a wall link, without a session. Its token is behind the # of the address: browsers do not send that part, so that no log
 * has it. Type grows with the width, for 1920 as for 3840 px.
 */
export function Component() {
  const token = useLocation().hash.slice(1);
  const { data, at, failure } = useWallData(token);
  const now = useServerNow();
  return (
    <Flex
      direction="column"
      h="100dvh"
      overflow="hidden"
      p="1em"
      gap="0.6em"
      bg="bg"
      fontSize="max(0.9rem, 1.35vw)"
      as="main"
      aria-label={texts.label}
    >
      {data ? (
        <Shown data={data} now={now} stale={failure !== 'none' || now - at > STALE_MS ? ageOf(at, now) : null} />
      ) : (
        <Center flex="1">
          <Text role="status" fontSize="2em" textAlign="center">
            {failure === 'invalid' ? texts.invalid : failure === 'no_answer' ? texts.noAnswer : texts.loading}
          </Text>
        </Center>
      )}
    </Flex>
  );
}

interface ShownProps {
  data: Muro;
  now: number;
  /** Age of what is shown, when it is not current; null = current. */
  stale: string | null;
}

function Shown({ data, now, stale }: ShownProps) {
  const { params, change } = useAddress();
  const turning = params.get('turno') === '1';
  const empresas = useMemo(() => empresasOf(data), [data]);
  /** The turn at which the slideshow was paused; null = it goes on. */
  const [held, setHeld] = useState<number | null>(null);
  const turn = held ?? Math.floor(now / TURN_MS);
  const several = empresas.length > 1;
  const chosen = turning && several ? turnOf(empresas, turn) : null;
  const empresa = several ? empresas.find(({ id }) => id === chosen) : empresas[0];
  const avisos = data.avisos.filter(({ empresa_id }) => chosen === null || empresa_id === chosen);
  const { zona_horaria: zone, en_orden_desde: since } = data;
  return (
    <>
      <Flex align="center" gap="0.8em" wrap={{ base: 'wrap', md: 'nowrap' }}>
        <Box css={LOGO}>
          <Logo />
        </Box>
        <Heading
          as="h1"
          fontSize="1.8em"
          lineHeight="1.2"
          lineClamp={{ base: 'none', md: '1' }}
          overflowWrap="anywhere"
          // Below logo and clock on a phone, which leave it no room.
          order={{ base: '1', md: '0' }}
          flex={{ base: '1 0 100%', md: '1' }}
        >
          {empresa?.nombre ?? texts.allEmpresas}
        </Heading>
        <Flex gap="0.4em" order={{ base: '1', md: '0' }}>
          {several && (
            <>
              {turning && (
                <Button {...BUTTON} onClick={() => setHeld(held === null ? turn : null)}>
                  {held === null ? texts.pause : texts.goOn}
                </Button>
              )}
              <Button
                {...BUTTON}
                onClick={() => {
                  setHeld(null);
                  change({ turno: turning ? '' : '1' });
                }}
              >
                {turning ? texts.stay : texts.turn}
              </Button>
            </>
          )}
          <Button {...BUTTON} onClick={() => void document.documentElement.requestFullscreen()}>
            {texts.fullScreen}
          </Button>
        </Flex>
        <Text
          fontSize="1.8em"
          fontWeight="650"
          lineHeight="1.2"
          fontVariantNumeric="tabular-nums"
          ms={{ base: 'auto', md: '0' }}
        >
          {timeOf(now, zone)}
        </Text>
      </Flex>
      {stale !== null && (
        <Text role="alert" bg="miel.subtle" color="miel.fg" fontWeight="650" px="0.6em" py="0.2em" rounded="0.25em">
          {texts.stale(stale)}
        </Text>
      )}
      <Grid
        flex="1"
        minH="0"
        gap="1em"
        templateColumns={several ? 'minmax(0, 1.9fr) minmax(0, 1fr)' : 'minmax(0, 1fr)'}
      >
        <Box minW="0" overflow="hidden">
          {avisos.length > 0 ? (
            <Problems
              avisos={avisos}
              now={now}
              nameOf={(id) =>
                chosen === null && several ? (empresas.find((one) => one.id === id)?.nombre ?? null) : null
              }
            />
          ) : (
            <Center h="full" rounded="0.5em" bg="campo.subtle" color="campo.fg" px="1em" textAlign="center">
              <Text role="status" fontSize="2.6em" fontWeight="650" lineHeight="1.2">
                {since === null || data.avisos.length > 0
                  ? texts.inOrder
                  : texts.inOrderSince(
                      dayOf(since, zone) === dayOf(now, zone) ? timeOf(since, zone) : dateTimeOf(since, zone),
                    )}
              </Text>
            </Center>
          )}
        </Box>
        {several && <Companies empresas={empresas} chosen={chosen} />}
      </Grid>
      {data.puntos.length > 0 && <Measurements puntos={data.puntos} now={now} />}
      {!several && empresa && (
        <Text fontSize="1.3em" fontWeight="600" color="fg.muted">
          {empresa.placas === 0 ? texts.noPlacas : texts.healthy(empresa.sanas, empresa.placas)}
          {' · '}
          {texts.open(empresa.abiertas)}
        </Text>
      )}
    </>
  );
}
