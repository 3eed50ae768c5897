import type { Aviso } from '@acequia/contracts';
import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Assignee, isMine } from '../../../entities/aviso/assignee.js';
import { isOpenAviso } from '../../../entities/aviso/aviso-list.js';
import { Calm } from '../../../entities/aviso/calm.js';
import { EmpresaLink } from '../../../entities/empresa/empresa-link.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { zoneMark } from '../../../lib/time/zone-name.js';
import { siteOf } from '../../../entities/aviso/site-of.js';
import { SeverityChip } from '../../../entities/aviso/severity-chip.js';
import { sinceText } from '../../../entities/aviso/since.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { UsuarioLink } from '../../../entities/usuario/usuario-link.js';
import { texts } from '../textos.js';

interface Props {
  aviso: Aviso;
  /** Name of the company; null where all rows belong to one company. */
  empresa: string | null;
  chosen: boolean;
  /** End of the silence that covers the alarm, ms. */
  silencedUntil: number | null;
  onOpen: () => void;
  onChoose: (chosen: boolean) => void;
  onAcknowledge: () => void;
  /** false = the person leaves it. */
  onAssign: (mine: boolean) => void;
  /** Undefined: the alarm cannot be silenced, or not by this person. */
  onSilence: (() => void) | undefined;
}

/** One alarm: subject, place, duration, acknowledgement and actions. */
export function AvisoRow({ aviso, empresa, chosen, silencedUntil, ...acts }: Props) {
  const { onOpen, onChoose, onAcknowledge, onAssign, onSilence } = acts;
  const { texto, severidad, estado, veces, silenciado, entrega, encargado = null } = aviso;
  const mine = isMine(aviso);
  const assignable = encargado === null || mine;
  const sitio = siteOf(aviso);
  const { dateTimeOf } = useDates();
  return (
    <Flex
      as="li"
      gap={{ base: 2.5, md: 4 }}
      direction={{ base: 'column', md: 'row' }}
      align={{ md: 'center' }}
      py="3.5"
      borderTopWidth="1px"
      data-aviso={aviso.id}
      data-estado-aviso={estado}
    >
      <Flex align="center" gap="3" flexShrink="0" w={{ md: '8rem' }}>
        {estado === 'disparado' ? (
          <chakra.input
            type="checkbox"
            boxSize="5"
            accentColor="campo.solid"
            aria-label={texts.choose(texto)}
            checked={chosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        ) : (
          <Box boxSize="5" display={{ base: 'none', md: 'block' }} />
        )}
        <SeverityChip severidad={severidad} over={!isOpenAviso(aviso)} />
      </Flex>
      <Box flex="1" minW="0">
        <chakra.button
          type="button"
          fontWeight="600"
          textAlign="start"
          overflowWrap="anywhere"
          cursor="pointer"
          rounded="xs"
          _hover={{ textDecoration: 'underline' }}
          _focusVisible={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px' }}
          onClick={onOpen}
        >
          {texto}
        </chakra.button>
        <Flex wrap="wrap" columnGap="3" rowGap="0.5" color="fg.muted" fontSize="sm">
          {(empresa ?? sitio) && (
            <span>
              {empresa && <EmpresaLink id={aviso.empresa_id} nombre={empresa} />}
              {empresa && sitio && ' · '}
              {sitio}
            </span>
          )}
          <Since aviso={aviso} mixed={empresa !== null} />
          <Calm since={aviso.calma_desde} />
          <Attention aviso={aviso} />
          <Assignee aviso={aviso} />
          {veces > 1 && <span>{texts.times(veces)}</span>}
          {silencedUntil !== null ? (
            <span>{texts.silencedUntil(dateTimeOf(silencedUntil))}</span>
          ) : (
            silenciado === 1 && <span>{texts.silenced}</span>
          )}
          {entrega === 'fallido' && <chakra.span color="fg.warning">{texts.notTold}</chakra.span>}
        </Flex>
      </Box>
      {isOpenAviso(aviso) && (estado === 'disparado' || onSilence || assignable) && (
        <Flex gap="2" flexShrink="0" wrap="wrap" justify={{ md: 'flex-end' }}>
          {onSilence && (
            <Button size="sm" variant="outline" onClick={onSilence}>
              {avisoTexts.silence.accion}
            </Button>
          )}
          {assignable && (
            <Button size="sm" variant="outline" onClick={() => onAssign(!mine)}>
              {mine ? avisoTexts.assign.leave : avisoTexts.assign.take}
            </Button>
          )}
          {estado === 'disparado' && (
            <Button size="sm" variant="surface" colorPalette="campo" onClick={onAcknowledge}>
              {avisoTexts.acknowledge.accion}
            </Button>
          )}
        </Flex>
      )}
    </Flex>
  );
}

/** When it began, and how long it lasts. `mixed`: among rows of other companies, whose zones may differ. */
function Since({ aviso, mixed }: { aviso: Aviso; mixed: boolean }) {
  const text = useByClock((now) => sinceText(aviso, now));
  const { dateTimeOf, zone } = useDates();
  return (
    <chakra.span fontVariantNumeric="tabular-nums">
      {texts.since(dateTimeOf(aviso.desde))}
      {mixed && zoneMark(aviso.desde, zone)} · {text}
    </chakra.span>
  );
}

/** Acknowledgement: who, since when, and the note. */
function Attention({ aviso }: { aviso: Aviso }) {
  const { estado, reconocido_por, reconocido_por_id, reconocido_ts, nota } = aviso;
  const { dateTimeOf } = useDates();
  return (
    <>
      {(estado !== 'reconocido' || reconocido_por === null) && (
        <chakra.span fontWeight={estado === 'disparado' ? '600' : '400'}>{avisoTexts.estados[estado]}</chakra.span>
      )}
      {reconocido_por !== null && (
        <chakra.span overflowWrap="anywhere">
          {texts.acknowledgedBy} <UsuarioLink id={reconocido_por_id ?? null} nombre={reconocido_por} />,{' '}
          {dateTimeOf(reconocido_ts)} {nota && texts.nota(nota)}
        </chakra.span>
      )}
    </>
  );
}
