-- What came back in books used before lies on the desk with the same document of the books in use.
ALTER TYPE "return_outcome" ADD VALUE 'carried_over';
