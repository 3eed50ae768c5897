import { Button, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { texts } from './textos.js';

/** An empty list of a company, and the way to its first steps. */
export const FirstSteps = ({ empresaId, children }: { empresaId: number; children: ReactNode }) => (
  <Flex direction="column" gap="3" align="center" py="4">
    <Text>{children}</Text>
    <Button asChild colorPalette="campo" size="sm">
      <Link to={`/alta?empresa=${empresaId}`}>{texts.firstSteps}</Link>
    </Button>
  </Flex>
);
