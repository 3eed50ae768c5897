import { Link as StyledLink } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** The name of a record in a list, as the way to its page. */
export const RowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <StyledLink asChild variant="underline">
    <Link to={to}>{children}</Link>
  </StyledLink>
);
