package org.portolan.maven;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.portolan.codegen.DesignClasses;
import org.portolan.codegen.GeneratedFiles;
import org.portolan.codegen.GenerationException;
import org.portolan.design.InvalidDesignException;

/**
 * Generates Java classes from a design, and adds them to the sources of the project. Writes only
 * files whose text has changed, so that the compiler has nothing to do where the design is the
 * same.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class GenerateMojo extends AbstractMojo {

  /** The design file, such as {@code src/main/resources/shop.yaml}. */
  @Parameter(property = "portolan.design", required = true)
  private File design;

  /** The package of the generated classes. */
  @Parameter(property = "portolan.packageName", required = true)
  private String packageName;

  /** The source root that the classes are written to, in the directories of their package. */
  @Parameter(
      property = "portolan.outputDirectory",
      defaultValue = "${project.build.directory}/generated-sources/portolan",
      required = true)
  private File outputDirectory;

  /** Whether to generate nothing. What was generated before still belongs to the sources. */
  @Parameter(property = "portolan.skip", defaultValue = "false")
  private boolean skip;

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  private MavenProject project;

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    project.addCompileSourceRoot(outputDirectory.getPath());
    if (skip) {
      getLog().info("Nothing is generated: portolan.skip is set");
      return;
    }
    try {
      GeneratedFiles files =
          DesignClasses.generate(design.toPath(), packageName, outputDirectory.toPath());
      getLog().info("Classes of " + design.getName() + ": " + files);
    } catch (InvalidDesignException mistakes) {
      throw new MojoFailureException(mistakes.getMessage(), mistakes);
    } catch (GenerationException | IllegalArgumentException refused) {
      throw new MojoFailureException(refused.getMessage(), refused);
    } catch (UncheckedIOException failure) {
      throw new MojoExecutionException(
          failure.getMessage() + ": " + reason(failure.getCause()), failure);
    }
  }

  /** Java's own messages of these two are the name of the file, and a number of bytes. */
  private static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return failure instanceof CharacterCodingException
        ? "it is not valid UTF-8"
        : failure.getMessage();
  }
}
