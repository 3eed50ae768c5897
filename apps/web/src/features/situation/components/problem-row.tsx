import type { Aviso } from '@acequia/contracts';
import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { placaAddress } from '../../../entities/addresses.js';
import { EmpresaLink } from '../../../entities/empresa/empresa-link.js';
import { Assignee } from '../../../entities/aviso/assignee.js';
import { Calm } from '../../../entities/aviso/calm.js';
import { siteOf } from '../../../entities/aviso/site-of.js';
import { SeverityChip } from '../../../entities/aviso/severity-chip.js';
import { sinceText } from '../../../entities/aviso/since.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { useByClock } from '../../../lib/time/clock.js';
import { UsuarioLink } from '../../../entities/usuario/usuario-link.js';
import { texts } from '../textos.js';
import { RowMenu } from './row-menu.js';
import { ValueLine } from './value-line.js';

interface Props {
  aviso: Aviso;
  /** Name of the company; null where all rows belong to one company. */
  empresa: string | null;
  lastOrder: string | null;
  /** Wall display: without buttons. */
  wall: boolean;
  onOperate: () => void;
  onAcknowledge: () => void;
  /** undefined: only its company could be silenced. */
  onSilence: (() => void) | undefined;
}

/** One open alarm: place, subject, duration, last order and actions. */
export function ProblemRow({ aviso, empresa, lastOrder, wall, onOperate, onAcknowledge, onSilence }: Props) {
  const { id, texto, severidad, estado, empresa_id, placa_id, switch_id, reconocido_por, reconocido_por_id } = aviso;
  const sitio = siteOf(aviso);
  const since = useByClock((now) => sinceText(aviso, now));
  return (
    <Flex
      as="li"
      gap={{ base: 2, md: 4 }}
      direction={{ base: 'column', md: 'row' }}
      align={{ md: 'center' }}
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
      data-aviso={id}
    >
      <Flex align="center" gap="3" flexShrink="0" w={{ md: '6rem' }}>
        <SeverityChip severidad={severidad} over={false} />
      </Flex>
      <Box flex="1" minW="0">
        <Text fontWeight="600" overflowWrap="anywhere">
          {texto}
        </Text>
        <Flex wrap="wrap" columnGap="3" rowGap="0.5" color="fg.muted" fontSize="sm">
          {(empresa ?? sitio) && (
            <chakra.span overflowWrap="anywhere">
              {empresa && <EmpresaLink id={empresa_id} nombre={empresa} />}
              {empresa && sitio && ' · '}
              {sitio}
            </chakra.span>
          )}
          <chakra.span fontVariantNumeric="tabular-nums" fontWeight="600">
            {since}
          </chakra.span>
          <Calm since={aviso.calma_desde} />
          {lastOrder && <chakra.span overflowWrap="anywhere">{lastOrder}</chakra.span>}
          {reconocido_por !== null && (
            <span>
              {texts.attendedBy} <UsuarioLink id={reconocido_por_id ?? null} nombre={reconocido_por} />
            </span>
          )}
          <Assignee aviso={aviso} />
        </Flex>
      </Box>
      <ValueLine aviso={aviso} />
      {!wall && (
        <Flex gap="1" flexShrink="0" wrap="wrap" justify={{ md: 'flex-end' }}>
          {switch_id !== null ? (
            <Button size="sm" variant="outline" onClick={onOperate}>
              {texts.operate}
            </Button>
          ) : (
            <Button asChild size="sm" variant="outline">
              {placa_id !== null ? (
                <Link to={placaAddress({ empresa_id, placa_id })}>{texts.seePlaca}</Link>
              ) : (
                <Link to={`/avisos?aviso=${id}`}>{texts.seeAviso}</Link>
              )}
            </Button>
          )}
          <RowMenu
            of={texto}
            actions={[
              ...(estado === 'disparado' ? [{ text: avisoTexts.acknowledge.accion, act: onAcknowledge }] : []),
              ...(onSilence ? [{ text: avisoTexts.silence.accion, act: onSilence }] : []),
            ]}
          />
        </Flex>
      )}
    </Flex>
  );
}
