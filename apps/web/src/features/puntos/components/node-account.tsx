import { Text } from '@chakra-ui/react';
import { useNodos } from '../api/nodos.js';
import { texts } from '../textos.js';

const { state: t } = texts;

/** How much of what a node sends arrives. Nothing while that is not known. */
export function NodeAccount({ empresaId, devEui }: { empresaId: number; devEui: string }) {
  const node = useNodos(empresaId, true).data?.find(({ dev_eui }) => dev_eui === devEui);
  if (!node) return null;
  return (
    <Text mt="2" color="fg.muted">
      {t.node(node)}
    </Text>
  );
}
