import type { Auditoria } from '@acequia/contracts';
import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { SearchIcon } from '../../../components/icons.js';
import { TextLink } from '../../../components/text-link.js';
import { EmpresaLink } from '../../../entities/empresa/empresa-link.js';
import { UsuarioLink } from '../../../entities/usuario/usuario-link.js';
import { useEmpresaZone } from '../../../entities/empresa/empresa-zone.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { zoneMark } from '../../../lib/time/zone-name.js';
import { pageOf } from '../lib/page-of.js';
import { texts } from '../textos.js';
import { Changes } from './changes.js';

interface Props {
  entry: Auditoria;
  /** Shows the company, where rows of several companies are mixed. */
  withEmpresa: boolean;
  empresaName: (id: number) => string;
  onWho: (usuario_id: number, nombre: string) => void;
  onSubject: (entry: Auditoria) => void;
}

/** One change: time, person, subject and fields. */
export function Entry({ entry, withEmpresa, empresaName, onWho, onSubject }: Props) {
  const { ts, usuario_id, usuario_nombre, usuario_email, descripcion, empresa_nombre, entidad_nombre } = entry;
  const who = usuario_id === null ? texts.sistema : (usuario_nombre ?? texts.unnamed(usuario_id));
  const page = pageOf(entry);
  const zone = useEmpresaZone(entry.empresa_id);
  return (
    <Flex as="li" gap={{ base: 1, md: 5 }} direction={{ base: 'column', md: 'row' }} py="3" borderBottomWidth="1px">
      <chakra.time
        dateTime={new Date(ts).toISOString()}
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
        fontSize={{ base: 'xs', md: 'sm' }}
        w={{ md: '9rem' }}
        flexShrink="0"
      >
        {dateTimeOf(ts, zone)}
        {withEmpresa && <chakra.span display={{ md: 'block' }}>{zoneMark(ts, zone)}</chakra.span>}
      </chakra.time>
      <Box flex="1" minW="0">
        {/* On a phone the parts wrap as boxes: a dot between them would hang at the end of a line. */}
        <Box display={{ base: 'flex', md: 'block' }} flexWrap="wrap" columnGap="3" overflowWrap="anywhere">
          <span>
            <chakra.span fontWeight="600" title={usuario_email ?? undefined}>
              <UsuarioLink id={usuario_id} nombre={who} />
            </chakra.span>
            {usuario_id !== null && (
              <>
                {' '}
                <Filter
                  color="fg.muted"
                  verticalAlign="-0.125em"
                  title={texts.seeWhose(who)}
                  aria-label={texts.seeWhose(who)}
                  onClick={() => onWho(usuario_id, who)}
                >
                  <SearchIcon />
                </Filter>
              </>
            )}
          </span>
          <Dot />
          <Filter aria-label={`${descripcion}. ${texts.verDeQue(entidad_nombre)}`} onClick={() => onSubject(entry)}>
            {descripcion}
          </Filter>
          {page !== null && (
            <>
              <Dot />
              <TextLink to={page} aria-label={texts.openOne(entidad_nombre)}>
                {texts.open}
              </TextLink>
            </>
          )}
        </Box>
        <Changes entry={entry} empresaName={empresaName} zone={zone} />
      </Box>
      {withEmpresa && (
        <Text color="fg.muted" fontSize={{ base: 'xs', md: 'sm' }} w={{ md: '12rem' }} flexShrink="0">
          <EmpresaLink id={entry.empresa_id} nombre={empresa_nombre ?? ''} />
        </Text>
      )}
    </Flex>
  );
}

const Dot = () => <chakra.span display={{ base: 'none', md: 'inline' }}>{' · '}</chakra.span>;

/** A button in the text that filters the list by what the text names. */
const Filter = chakra('button', {
  base: {
    display: 'inline',
    textAlign: 'start',
    cursor: 'pointer',
    rounded: 'xs',
    textDecorationColor: 'border.emphasized',
    _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
    _focusVisible: { outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px' },
  },
});
