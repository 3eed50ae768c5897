import { FASE_DE_ACTUALIZACION, MOTIVO_DE_ACTUALIZACION, type PlacaSalud } from '@acequia/contracts';
import { Box, Heading, Text } from '@chakra-ui/react';
import { type Fact, Facts } from '../../../components/facts.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { texts } from '../textos.js';

const { image: t } = texts.board;

/** The image that a board with our firmware runs, and how its last update went. */
export function BoardImage({ imagen, actualizacion }: Pick<PlacaSalud, 'imagen' | 'actualizacion'>) {
  const { dateTimeOf } = useDates();
  const facts: Fact[] = [
    ...(imagen
      ? ([
          [t.version, `${imagen.version} (${imagen.model})`],
          [t.slot, `${imagen.slot}${imagen.trial === 1 ? `, ${t.trial}` : ''}`],
          [t.floor, imagen.floor],
        ] satisfies Fact[])
      : []),
    ...(actualizacion
      ? [[t.last, <LastUpdate key="last" {...actualizacion} at={dateTimeOf(actualizacion.ts)} />] satisfies Fact]
      : []),
  ];
  return (
    <Box as="section" aria-label={t.title}>
      <Heading as="h2" size="md" mb="2">
        {t.title}
      </Heading>
      <Facts facts={facts} />
    </Box>
  );
}

type Told = Pick<NonNullable<PlacaSalud['actualizacion']>, 'phase' | 'why'>;

function LastUpdate({ phase, why, at }: Told & { at: string }) {
  const said =
    why === undefined
      ? FASE_DE_ACTUALIZACION[phase]
      : `${FASE_DE_ACTUALIZACION[phase]}: ${MOTIVO_DE_ACTUALIZACION[why]}`;
  return (
    <Text as="span" color={phase === 'failed' ? 'fg.warning' : undefined}>
      {said} ({at})
    </Text>
  );
}
