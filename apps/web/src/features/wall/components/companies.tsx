import { SEVERITIES } from '@acequia/contracts';
import { Box, Flex, Text } from '@chakra-ui/react';
import { growthOf, type WallEmpresa } from '../lib/views.js';
import { texts } from '../textos.js';

const RED_UNTIL = SEVERITIES.indexOf('alta');
/** Tiles that fit beside the list. */
const MOST = 8;

const edgeOf = ({ open, worst }: WallEmpresa): string =>
  open === 0 ? 'campo.solid' : worst <= RED_UNTIL ? 'teja.solid' : 'miel.solid';

interface Props {
  empresas: readonly WallEmpresa[];
  /** The company in turn. */
  chosen: number | null;
}

/** A tile for each company, the worst first. */
export function Companies({ empresas, chosen }: Props) {
  const rest = empresas.length - MOST;
  const growth = growthOf(empresas.length, MOST);
  return (
    <Flex direction="column" fontSize={{ md: `${growth}em` }}>
      <Flex as="ul" direction="column" listStyleType="none" gap="0.5em" flex={{ md: '1' }} minH="0">
        {empresas.slice(0, MOST).map((empresa) => (
          <Box
            as="li"
            key={empresa.id}
            borderWidth="1px"
            borderStartWidth="0.3em"
            borderStartColor={edgeOf(empresa)}
            rounded="0.25em"
            display="flex"
            flexDirection="column"
            justifyContent="center"
            flex={{ md: '1' }}
            px="0.6em"
            py="0.25em"
            bg={empresa.id === chosen ? 'bg.emphasized' : 'bg.panel'}
          >
            <Text
              fontSize="1.1em"
              fontWeight="650"
              lineHeight="1.25"
              lineClamp={{ base: 'none', md: growth > 1 ? '2' : '1' }}
              overflowWrap="anywhere"
            >
              {empresa.nombre}
            </Text>
            <Text fontSize="0.88em" color="fg.muted" lineHeight="1.3">
              {empresa.placas === 0 ? texts.noPlacas : texts.healthy(empresa.sanas, empresa.placas)}
              {' · '}
              {texts.open(empresa.abiertas)}
              {' · '}
              {texts.avisos(empresa.open)}
            </Text>
          </Box>
        ))}
      </Flex>
      {rest > 0 && (
        <Text mt="0.3em" fontWeight="600" color="fg.muted">
          {texts.more(rest)}
        </Text>
      )}
    </Flex>
  );
}
