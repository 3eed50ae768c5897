import type { PlacaDetalle, PlacaRevs } from '@acequia/contracts';
import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import { texts } from '../textos.js';

const { board: t } = texts;

/** What the server holds for the board, and whether the board has taken it. */
export function BoardRevs({ detail }: { detail: Pick<PlacaDetalle, 'config' | 'agenda' | 'control' | 'salud'> }) {
  const kinds = (['config', 'agenda', 'control'] as const).filter((kind) => detail[kind]);
  return (
    <Box as="section" aria-label={t.sent}>
      <Heading as="h2" size="md" mb="2">
        {t.sent}
      </Heading>
      {kinds.length === 0 ? (
        <Text color="fg.muted">{t.takesNone}</Text>
      ) : (
        kinds.map((kind) => {
          const revs = detail[kind]!;
          const { text, late } = said(revs);
          return (
            <Flex key={kind} py="1.5" gap="3" justify="space-between" wrap="wrap" borderTopWidth="1px">
              <Text fontWeight="600">{t.kinds[kind]}</Text>
              <Text color={late ? 'fg.warning' : 'fg.muted'} fontVariantNumeric="tabular-nums">
                {text}
              </Text>
            </Flex>
          );
        })
      )}
      {troubles(detail.salud).map((text) => (
        <Text key={text} py="1.5" borderTopWidth="1px" color="fg.warning">
          {text}
        </Text>
      ))}
    </Box>
  );
}

/** Sentences about what a board said of its health; none while it is well. */
const troubles = (salud: PlacaDetalle['salud']): string[] => {
  if (!salud) return [];
  const { muestras_perdidas, turnos_perdidos, tabla, instalacion_anterior } = salud;
  return [
    ...(muestras_perdidas > 0 ? [t.health.samples(muestras_perdidas)] : []),
    ...(turnos_perdidos > 0 ? [t.health.runs(turnos_perdidos)] : []),
    ...(instalacion_anterior.length > 0 ? [t.health.older] : []),
    ...(tabla < 2 ? [t.health.cable] : []),
  ];
};

/** A revision of 0 is a pin map that never changed. */
const said = ({ enviada, aceptada }: PlacaRevs): { text: string; late: boolean } => {
  if (enviada === null) return { text: t.revs.none, late: false };
  if (aceptada === null) return { text: t.revs.unknown(enviada), late: false };
  return aceptada >= enviada
    ? { text: t.revs.taken(aceptada), late: false }
    : { text: t.revs.late(enviada, aceptada), late: true };
};
