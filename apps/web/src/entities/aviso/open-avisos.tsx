import type { Aviso } from '@acequia/contracts';
import { Flex, Heading, Text } from '@chakra-ui/react';
import { Card } from '../../components/card.js';
import { TextLink } from '../../components/text-link.js';
import { readUsuario } from '../../lib/session.js';
import { useByClock } from '../../lib/time/clock.js';
import { inOrderOfUrgency } from './aviso-list.js';
import { Calm } from './calm.js';
import { SeverityChip } from './severity-chip.js';
import { sinceText } from './since.js';
import { texts } from './textos.js';
import { useAvisos } from './use-avisos.js';

/** What is wrong now with the thing of a page; nothing while nothing is, or while that is unknown, as at the bell. */
export function OpenAvisos({ of }: { of: (aviso: Aviso) => boolean }) {
  const { data = [] } = useAvisos({ empresa: null, onlyOpen: true });
  const rows = inOrderOfUrgency(data.filter(of));
  if (rows.length === 0) return null;
  return (
    <Card>
      <Heading as="h2" size="md" mb="1">
        {texts.ofThing}
      </Heading>
      <ul>
        {rows.map((aviso) => (
          <OpenAviso key={aviso.id} aviso={aviso} />
        ))}
      </ul>
    </Card>
  );
}

function OpenAviso({ aviso }: { aviso: Aviso }) {
  const since = useByClock((now) => sinceText(aviso, now));
  const list = readUsuario()?.rol === 'usuario' ? '/panel/avisos' : '/avisos';
  return (
    <Flex as="li" align="center" columnGap="3" rowGap="1" wrap="wrap" py="1.5" data-aviso={aviso.id}>
      <SeverityChip severidad={aviso.severidad} over={false} />
      <TextLink to={`${list}?aviso=${aviso.id}`}>{aviso.texto}</TextLink>
      <Text as="span" color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
        {since} <Calm since={aviso.calma_desde} />
      </Text>
    </Flex>
  );
}
