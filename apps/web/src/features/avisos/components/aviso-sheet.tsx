import { typeOfAviso, type Aviso } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Sheet } from '../../../components/dialog.js';
import { type Fact, Facts } from '../../../components/facts.js';
import { ZoneNote } from '../../../components/zone-note.js';
import { isMine } from '../../../entities/aviso/assignee.js';
import { isOpenAviso } from '../../../entities/aviso/aviso-list.js';
import { SeverityChip } from '../../../entities/aviso/severity-chip.js';
import { sinceText } from '../../../entities/aviso/since.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { placaAddress, puntoAddress, switchAddress } from '../../../entities/addresses.js';
import { Calm } from '../../../entities/aviso/calm.js';
import { EmpresaLink } from '../../../entities/empresa/empresa-link.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { UsuarioLink } from '../../../entities/usuario/usuario-link.js';
import { texts } from '../textos.js';
import { Deliveries } from './deliveries.js';

const t = texts.detail;

interface Props {
  aviso: Aviso;
  empresa: string | null;
  /** An admin sees the deliveries and has links to boards and commands. */
  admin: boolean;
  onAcknowledge: () => void;
  /** false = the person leaves it. */
  onAssign: (mine: boolean) => void;
  onClose: () => void;
}

/** All details of one alarm, with its deliveries. */
export function AvisoSheet({ aviso, empresa, admin, onAcknowledge, onAssign, onClose }: Props) {
  const { texto, tipo, severidad, estado, sitio, desde, hasta, veces, nota } = aviso;
  const { reconocido_por, reconocido_por_id, reconocido_ts, encargado = null, encargado_id = null } = aviso;
  const since = useByClock((now) => sinceText(aviso, now));
  const { dateTimeOf } = useDates();
  const facts: Fact[] = [
    [t.tipo, typeOfAviso(tipo).nombre],
    [t.severidad, <SeverityChip key="severidad" severidad={severidad} over={!isOpenAviso(aviso)} />],
    [t.estado, avisoTexts.estados[estado]],
    ...(empresa
      ? [[t.empresa, <EmpresaLink key="empresa" id={aviso.empresa_id} nombre={empresa} />] satisfies Fact]
      : []),
    ...(sitio ? [[t.sitio, sitio] satisfies Fact] : []),
    [t.desde, `${dateTimeOf(desde)} · ${since}`],
    [
      t.hasta,
      hasta === null ? aviso.calma_desde ? <Calm key="calma" since={aviso.calma_desde} /> : t.lasts : dateTimeOf(hasta),
    ],
    ...(veces > 1 ? [[t.veces, veces] satisfies Fact] : []),
    [
      t.reconocido,
      reconocido_por === null ? (
        t.nobody
      ) : (
        <span key="reconocido">
          <UsuarioLink id={reconocido_por_id ?? null} nombre={reconocido_por} />, {dateTimeOf(reconocido_ts)}
        </span>
      ),
    ],
    ...(nota ? [[t.nota, nota] satisfies Fact] : []),
    [
      t.encargado,
      encargado === null ? (
        t.nobody
      ) : (
        <span key="encargado">
          <UsuarioLink id={encargado_id} nombre={encargado} />, {dateTimeOf(aviso.encargado_ts)}
        </span>
      ),
    ],
  ];
  return (
    <Sheet
      title={t.title}
      width={600}
      onClose={onClose}
      textsAlone
      footer={
        <>
          {admin ? <Ways aviso={aviso} /> : aviso.switch_id !== null && <WayOfUsuario id={aviso.switch_id} />}
          {isOpenAviso(aviso) && (
            <Button variant="outline" onClick={() => onAssign(!isMine(aviso))}>
              {isMine(aviso) ? avisoTexts.assign.leave : avisoTexts.assign.take}
            </Button>
          )}
          {estado === 'disparado' && (
            <Button variant="surface" colorPalette="campo" onClick={onAcknowledge}>
              {avisoTexts.acknowledge.accion}
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            {t.close}
          </Button>
        </>
      }
    >
      <Text fontWeight="600" fontSize="md" mb="4" overflowWrap="anywhere">
        {texto}
      </Text>
      <Facts facts={facts} />
      <ZoneNote />
      {admin && <Deliveries aviso={aviso} />}
    </Sheet>
  );
}

const WayOfUsuario = ({ id }: { id: number }) => (
  <Button asChild variant="ghost" size="sm" me="auto">
    <Link to={`/panel/switch/${id}`}>{t.openSwitch}</Link>
  </Button>
);

/** Links to the subject of the alarm. */
function Ways({ aviso: { empresa_id, placa_id, switch_id, dispositivo_id, punto_id = null } }: { aviso: Aviso }) {
  const what = switch_id !== null ? `switch=${switch_id}` : dispositivo_id !== null && `dispositivo=${dispositivo_id}`;
  return (
    <Flex gap="2" me="auto" wrap="wrap">
      {switch_id !== null && (
        <Button asChild variant="ghost" size="sm">
          <Link to={switchAddress({ id: switch_id, empresa_id })}>{t.seeSwitch}</Link>
        </Button>
      )}
      {punto_id !== null && (
        <Button asChild variant="ghost" size="sm">
          <Link to={puntoAddress({ id: punto_id, empresa_id })}>{t.seePunto}</Link>
        </Button>
      )}
      {placa_id !== null && (
        <Button asChild variant="ghost" size="sm">
          <Link to={placaAddress({ placa_id, empresa_id })}>{t.seePlaca}</Link>
        </Button>
      )}
      {what && (
        <Button asChild variant="ghost" size="sm">
          <Link to={`/comandos?empresa=${empresa_id}&${what}`}>{t.commands}</Link>
        </Button>
      )}
    </Flex>
  );
}
